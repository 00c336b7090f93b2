//! The kinds of lies.

use super::random::Random;

macro_rules! lies {
    ($($lie:ident $name:literal,)*) => {
        /// What is false in a file.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Lie { $($lie,)* }

        impl Lie {
            pub const ALL: [Self; [$($name),*].len()] = [$(Self::$lie,)*];

            pub fn name(self) -> &'static str {
                match self { $(Self::$lie => $name,)* }
            }
        }
    };
}

lies! {
    None "nothing (control)",
    Start "any value and move of the start, alone in its file",
    Value "value of a record",
    ValueCarried "value, and all that rests on it",
    ValuesSwapped "values of two records swapped",
    RootValue "value of the start in the header",
    RootBoth "value of the start, header and record",
    Move "move of a record",
    MoveEqualCarried "move as good, and what follows",
    MoveWorseCarried "worse move, and what follows",
    MoveBeyond "move out of range",
    Roles "roles of a record",
    RolesCarried "roles, and what follows",
    Missing "position missing",
    MissingCarried "position missing with what it needs",
    ExtraPosition "extra position",
    ExtraCarried "extra position with what it needs",
    ExtraOver "record of a position finished or passing",
    ExtraKey "extra record under any key",
    ExtraLevel "record on a second level",
    Level "record on another level",
    ExtraImage "symmetric image beside the position",
    ImageInstead "symmetric image in its stead",
    Cut "cut",
    Scope "scope",
    Symmetry "symmetry flag",
    Game "game",
    GameHeader "game, with its whole header",
    KeyBits "bits of a key",
    Range "range of values",
    MaxLevel "highest level",
    RootKey "key of the start",
    CountOff "count of finished games off",
    CountZeroOne "count of finished games of a level zero",
    CountZeroAll "all counts of finished games zero",
    CountElsewhere "finished games on another level",
    CountSplit "finished games moved to another level",
    RecordCount "count of records by roles",
    KindSwapped "artifact that says it is a certificate",
    CertificateBound "certificate: bound of a record",
    CertificateBoundCarried "certificate: bound, and what follows",
    CertificateMove "certificate: move of a record",
    CertificateMoveCarried "certificate: move, and what follows",
    CertificateMissing "certificate: record missing",
    CertificateEmpty "certificate: no records",
    CertificateExtra "certificate: record not needed",
    CertificateExtraCarried "certificate: not needed, and what follows",
    CertificateRoles "certificate: roles of a record",
    CertificateLevel "certificate: record on another level",
    CertificateImage "certificate: symmetric image",
    CertificateCut "certificate: cut",
    CertificateHeader "certificate: a field of its header",
    CertificateDigest "certificate: digest of the artifact",
    CertificateCount "certificate: counts finished games",
    CertificateOfOther "certificate: of another artifact",
    CertificateKind "certificate that says it is an artifact",
    Two "two of these",
}

impl Lie {
    /// Any lie of a certificate.
    pub fn of_certificate(random: &mut Random) -> Self {
        let first = Self::CertificateBound as usize;
        Self::ALL[first + random.below(Self::Two as usize - first)]
    }

    pub fn needs_certificate(self) -> bool {
        self as usize >= Self::CertificateBound as usize && self != Self::Two
    }
}
