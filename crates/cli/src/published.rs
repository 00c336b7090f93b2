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
    pub rows: &'static [Row],
}

/// One level of a published table.
pub struct Row {
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

const TABLES: &[Published] = &[Published {
    spec: "othello:6x6",
    symmetry: true,
    source: "Table 4 of paper 000",
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
}];

const fn row(level: u32, weak: u64, semi_strong: [u64; 3], strong: Option<u64>) -> Row {
    let [artifact, certificate, total] = semi_strong;
    Row {
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
        let sum = |column: fn(&Row) -> u64| table.rows.iter().map(column).sum::<u64>();
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
    fn a_table_is_of_its_game_and_its_symmetry_alone() {
        assert!(published("othello:6x6", false).is_none());
        assert!(published("othello:6x4", true).is_none());
    }
}
