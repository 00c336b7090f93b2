//! Samples: every drawn record is true, or one is found to be false.

use std::time::Duration;

use solveig_format::{Reader, Scope};
use solveig_verify::{
    Budget, ConnectFour, Limits, Options, Rules, SampleReport, VerifyError, sample_opened,
};

use crate::forge::{Atlas, File, Plan, Writer};

fn sample(artifact: &File, certificate: Option<&File>) -> Result<SampleReport, VerifyError> {
    let reader = |file: &File| Reader::from_bytes(file.encode().unwrap().0).unwrap();
    let (artifact, certificate) = (reader(artifact), certificate.map(reader));
    let options = Options {
        limits: Limits {
            time: Some(Duration::from_secs(4)),
            ..Limits::default()
        },
        ..Options::default()
    };
    let budget = Budget::new(options.limits);
    sample_opened(&artifact, certificate.as_ref(), 7, &options, &budget)
}

#[test]
fn records_that_agree_with_false_ones_are_false() {
    let rules = ConnectFour::new(4, 4).unwrap();
    let atlas = Atlas::of(&rules);
    let writer = Writer::honest(&atlas);
    for scope in [Scope::Weak, Scope::SemiStrong, Scope::Strong] {
        let plan = Plan {
            scope,
            symmetry: true,
            cut: None,
        };
        let artifact = writer.solution(plan);
        let proves = scope == Scope::SemiStrong;
        let certificate = proves.then(|| writer.proof(&artifact, None));
        let report = sample(&artifact, certificate.as_ref()).unwrap();
        assert_eq!(report.game, rules.spec());
        assert!(
            report.draws > 0 && report.first_level.is_some(),
            "{report:?}"
        );
        assert!(report.records <= report.all_records);
        let missed = (1.0 - report.false_share()).powf(report.draws as f64);
        assert!((missed - 0.01).abs() < 1e-6, "{missed}");
        // All values of a level and those before it are turned: most records agree with the false
        // ones they rest on.
        let mut file = artifact.clone();
        for ((level, _), record) in &mut file.records {
            if *level <= 12 {
                record.value = -record.value;
            }
        }
        if file.records != artifact.records && scope != Scope::Weak {
            let error = sample(&file, None).unwrap_err();
            assert!(matches!(error, VerifyError::Failed(_)), "{error}");
        }
    }
}
