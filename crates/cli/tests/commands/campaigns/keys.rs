//! Keys of workers, and what may not stand among arguments.

use super::*;

#[test]
fn a_key_is_written_once_and_its_public_part_printed_as_a_user_of_the_server() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("worker.nk");
    let shown = file.display();
    let block = solveig(&format!("campaign key {shown}")).text();
    let public = block.split("nkey: ").nth(1).unwrap();
    let public = public.split_whitespace().next().unwrap();
    assert!(public.len() == 56 && public.starts_with('U'), "{block}");
    assert!(
        block.contains(&format!("\"solveig.*.*.reports.{public}\"")),
        "{block}"
    );
    let seed = std::fs::read_to_string(&file).unwrap();
    assert!(seed.len() == 59 && seed.starts_with("SU"));
    assert!(!block.contains(seed.trim()));
    #[cfg(unix)]
    {
        let mode = std::fs::metadata(&file).unwrap();
        let mode = std::os::unix::fs::PermissionsExt::mode(&mode.permissions());
        assert_eq!(mode & 0o777, 0o600);
    }
    // The block is that of the configuration in `deploy`.
    let deploy = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../deploy/nats.conf");
    let deploy = std::fs::read_to_string(deploy).unwrap();
    let known = deploy.replace("WORKER_KEY", public);
    for line in block.lines() {
        assert!(known.contains(line.trim()), "{line}");
    }
    let complaint = solveig(&format!("campaign key {shown}")).complaint();
    assert!(complaint.contains("cannot write the key"), "{complaint}");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), seed);
}

#[test]
fn a_password_among_the_arguments_is_refused_and_not_repeated() {
    let work = "campaign worker othello:4x4 --server nats://somebody:secret@127.0.0.1:0";
    let complaint = solveig(work).complaint();
    assert!(complaint.contains("SOLVEIG_SERVER"), "{complaint}");
    assert!(!complaint.contains("secret"), "{complaint}");
    let bad = solveig("campaign worker othello:4x4 --server nats://127.0.0.1:0 --key /nowhere");
    let complaint = bad.complaint();
    assert!(complaint.contains("/nowhere: No such file"), "{complaint}");
}
