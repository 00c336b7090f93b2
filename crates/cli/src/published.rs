//! Counts that papers give, to be shown beside our own.

/// A table of positions by level that was published for a game.
pub struct Published {
    /// The game.
    spec: &'static str,
    /// Whether it counts symmetric positions once.
    symmetry: bool,
    /// The paper and the table.
    pub source: &'static str,
    /// Its rows, ascending.
    pub rows: &'static [PublishedLevel],
}

/// One level of a published table.
pub struct PublishedLevel {
    /// The level; in these games the number of discs.
    pub level: u32,
    /// Positions that alpha-beta expands to solve weakly.
    pub weak: u64,
    /// Positions of the semi-strong artifact.
    pub artifact: u64,
    /// Positions of the semi-strong certificate alone.
    pub certificate: u64,
    /// Both, as the table has it.
    pub total: u64,
    /// Positions that can be reached, where the enumeration got so far.
    pub strong: Option<u64>,
}

/// The table that was published for a game, if one was.
pub fn published(spec: &str, symmetry: bool) -> Option<&'static Published> {
    TABLES
        .iter()
        .find(|table| table.spec == spec && table.symmetry == symmetry)
}

const TABLES: &[Published] = &[OTHELLO_6X6, CONNECT_FOUR_7X6];

const OTHELLO_6X6: Published = Published {
    spec: "othello:6x6",
    symmetry: true,
    source: "Takizawa 2026, Table 4",
    rows: &[
        row(4, 1, [1, 0, 1], Some(1)),
        row(5, 1, [1, 0, 1], Some(1)),
        row(6, 3, [3, 0, 3], Some(3)),
        row(7, 7, [7, 7, 14], Some(14)),
        row(8, 12, [12, 20, 32], Some(60)),
        row(9, 32, [32, 86, 118], Some(314)),
        row(10, 59, [63, 233, 296], Some(1_632)),
        row(11, 151, [163, 771, 934], Some(9_069)),
        row(12, 287, [343, 2_121, 2_464], Some(51_964)),
        row(13, 731, [869, 6_223, 7_092], Some(292_946)),
        row(14, 1_382, [1_842, 17_689, 19_531], Some(1_706_168)),
        row(15, 3_549, [4_506, 47_270, 51_776], Some(9_289_258)),
        row(16, 6_864, [10_015, 132_731, 142_746], Some(51_072_917)),
        row(17, 17_812, [22_856, 340_377, 363_233], Some(251_070_145)),
        row(18, 35_006, [50_594, 923_911, 974_505], Some(1_208_692_475)),
        row(
            19,
            90_240,
            [106_165, 2_295_318, 2_401_483],
            Some(5_014_312_131),
        ),
        row(
            20,
            177_787,
            [225_426, 6_045_608, 6_271_034],
            Some(19_791_417_568),
        ),
        row(
            21,
            447_687,
            [427_842, 14_395_120, 14_822_962],
            Some(65_844_387_711),
        ),
        row(
            22,
            858_184,
            [839_607, 36_014_638, 36_854_245],
            Some(203_504_012_437),
        ),
        row(
            23,
            2_080_872,
            [1_437_738, 80_463_765, 81_901_503],
            Some(525_923_099_578),
        ),
        row(
            24,
            3_815_862,
            [2_531_925, 188_487_830, 191_019_755],
            Some(1_234_638_103_732),
        ),
        row(
            25,
            8_819_433,
            [3_896_228, 390_330_164, 394_226_392],
            Some(2_417_685_025_700),
        ),
        row(26, 15_263_415, [6_035_411, 832_468_650, 838_504_061], None),
        row(
            27,
            32_755_025,
            [8_219_315, 1_545_648_954, 1_553_868_269],
            None,
        ),
        row(
            28,
            52_251_880,
            [10_922_915, 2_846_423_962, 2_857_346_877],
            None,
        ),
        row(
            29,
            99_391_021,
            [12_757_435, 4_463_985_509, 4_476_742_944],
            None,
        ),
        row(
            30,
            139_488_250,
            [13_919_043, 6_520_602_455, 6_534_521_498],
            None,
        ),
        row(
            31,
            215_616_210,
            [13_143_268, 7_811_810_149, 7_824_953_417],
            None,
        ),
        row(
            32,
            240_828_705,
            [10_736_694, 7_894_710_441, 7_905_447_135],
            None,
        ),
        row(
            33,
            255_621_773,
            [7_156_567, 6_022_021_827, 6_029_178_394],
            None,
        ),
        row(
            34,
            180_738_857,
            [3_550_378, 3_229_064_205, 3_232_614_583],
            None,
        ),
        row(
            35,
            90_900_623,
            [1_255_057, 1_003_741_866, 1_004_996_923],
            None,
        ),
    ],
};

const CONNECT_FOUR_7X6: Published = Published {
    spec: "connect-four:7x6",
    symmetry: false,
    source: "Takizawa 2026, Table 5",
    rows: &[
        row(0, 1, [1, 0, 1], Some(1)),
        row(1, 1, [7, 0, 7], Some(7)),
        row(2, 7, [13, 12, 25], Some(49)),
        row(3, 7, [49, 12, 61], Some(238)),
        row(4, 47, [87, 95, 182], Some(1_120)),
        row(5, 47, [274, 90, 364], Some(4_263)),
        row(6, 260, [477, 534, 1_011], Some(16_422)),
        row(7, 257, [1_350, 520, 1_870], Some(54_859)),
        row(8, 1_082, [2_117, 2_629, 4_746], Some(184_275)),
        row(9, 1_056, [5_349, 2_524, 7_873], Some(558_186)),
        row(10, 3_747, [7_616, 10_050, 17_666], Some(1_662_623)),
        row(11, 3_506, [18_928, 9_245, 28_173], Some(4_568_683)),
        row(12, 12_442, [25_741, 34_093, 59_834], Some(12_236_101)),
        row(13, 10_924, [61_889, 30_369, 92_258], Some(30_929_111)),
        row(14, 39_826, [82_460, 105_072, 187_532], Some(75_437_595)),
        row(15, 34_201, [191_105, 90_730, 281_835], Some(176_541_259)),
        row(16, 118_507, [247_668, 293_905, 541_573], Some(394_591_391)),
        row(17, 100_607, [535_663, 248_031, 783_694], Some(858_218_743)),
        row(
            18,
            313_016,
            [667_698, 721_836, 1_389_534],
            Some(1_763_883_894),
        ),
        row(
            19,
            264_026,
            [1_345_153, 601_283, 1_946_436],
            Some(3_568_259_802),
        ),
        row(
            20,
            736_986,
            [1_618_273, 1_573_007, 3_191_280],
            Some(6_746_155_945),
        ),
        row(
            21,
            621_892,
            [3_037_766, 1_310_651, 4_348_417],
            Some(12_673_345_045),
        ),
        row(
            22,
            1_547_226,
            [3_528_785, 3_051_976, 6_580_761],
            Some(22_010_823_988),
        ),
        row(
            23,
            1_309_926,
            [6_100_604, 2_557_002, 8_657_606],
            Some(38_263_228_189),
        ),
        row(
            24,
            2_857_888,
            [6_816_505, 5_246_286, 12_062_791],
            Some(60_830_813_459),
        ),
        row(
            25,
            2_440_699,
            [10_766_849, 4_444_052, 15_210_901],
            Some(97_266_114_959),
        ),
        row(
            26,
            4_598_788,
            [11_557_178, 7_927_823, 19_485_001],
            Some(140_728_569_039),
        ),
        row(
            27,
            3_969_020,
            [16_729_937, 6_799_724, 23_529_661],
            Some(205_289_508_055),
        ),
        row(
            28,
            6_473_206,
            [17_250_960, 10_560_070, 27_811_030],
            Some(268_057_611_944),
        ),
        row(
            29,
            5_651_727,
            [22_868_076, 9_172_217, 32_040_293],
            Some(352_626_845_666),
        ),
        row(
            30,
            7_927_180,
            [22_627_524, 12_442_361, 35_069_885],
            Some(410_378_505_447),
        ),
        row(
            31,
            7_034_569,
            [27_633_942, 10_974_975, 38_608_917],
            Some(479_206_477_733),
        ),
        row(
            32,
            8_489_314,
            [26_253_679, 13_040_374, 39_294_053],
            Some(488_906_447_183),
        ),
        row(
            33,
            7_646_337,
            [29_211_163, 11_659_117, 40_870_280],
            Some(496_636_890_702),
        ),
        row(
            34,
            7_706_523,
            [26_379_767, 11_842_333, 38_222_100],
            Some(433_471_730_336),
        ),
        row(
            35,
            7_000_444,
            [26_442_273, 10_688_538, 37_130_811],
            Some(370_947_887_723),
        ),
        row(
            36,
            5_843_979,
            [22_724_558, 9_178_727, 31_903_285],
            Some(266_313_901_222),
        ),
        row(
            37,
            5_397_649,
            [19_532_791, 8_429_219, 27_962_010],
            Some(183_615_682_381),
        ),
        row(
            38,
            3_259_327,
            [15_488_457, 5_287_756, 20_776_213],
            Some(104_004_465_349),
        ),
        row(
            39,
            3_080_195,
            [10_458_832, 4_964_166, 15_422_998],
            Some(55_156_010_773),
        ),
        row(
            40,
            983_599,
            [7_332_236, 1_818_241, 9_150_477],
            Some(22_695_896_495),
        ),
        row(
            41,
            970_631,
            [2_897_044, 1_748_096, 4_645_140],
            Some(7_811_825_938),
        ),
        row(42, 0, [1_683_726, 441_663, 2_125_389], Some(1_459_332_899)),
    ],
};

const fn row(level: u32, weak: u64, semi_strong: [u64; 3], strong: Option<u64>) -> PublishedLevel {
    let [artifact, certificate, total] = semi_strong;
    PublishedLevel {
        level,
        weak,
        artifact,
        certificate,
        total,
        strong,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rows_of_table_4_add_up_to_its_totals() {
        let table = published("othello:6x6", true).unwrap();
        let sum = |column: fn(&PublishedLevel) -> u64| table.rows.iter().map(column).sum::<u64>();
        assert_eq!(sum(|row| row.weak), 1_339_211_721);
        assert_eq!(sum(|row| row.artifact), 97_252_321);
        assert_eq!(sum(|row| row.certificate), 42_889_981_900);
        assert_eq!(sum(|row| row.total), 42_987_234_221);
        assert_eq!(sum(|row| row.strong.unwrap_or(0)), 4_473_922_545_824);
        for row in table.rows {
            assert_eq!(row.total, row.artifact + row.certificate, "{}", row.level);
        }
        assert!(table.rows.iter().map(|row| row.level).eq(4..=35));
    }

    #[test]
    fn the_rows_of_table_5_add_up_to_its_totals() {
        let table = published("connect-four:7x6", false).unwrap();
        let sum = |column: fn(&PublishedLevel) -> u64| table.rows.iter().map(column).sum::<u64>();
        assert_eq!(sum(|row| row.weak), 96_450_672);
        assert_eq!(sum(|row| row.artifact), 342_134_570);
        assert_eq!(sum(|row| row.certificate), 157_309_404);
        assert_eq!(sum(|row| row.total), 499_443_974);
        assert_eq!(sum(|row| row.strong.unwrap_or(0)), 4_531_985_219_092);
        for row in table.rows {
            assert_eq!(row.total, row.artifact + row.certificate, "{}", row.level);
        }
        assert!(table.rows.iter().map(|row| row.level).eq(0..=42));
    }

    #[test]
    fn a_table_is_of_its_game_and_its_symmetry_alone() {
        assert!(published("othello:6x6", false).is_none());
        assert!(published("othello:6x4", true).is_none());
        assert!(published("connect-four:7x6", true).is_none());
    }
}
