//! Workers and drivers that are processes of their own, with a NATS server between them, which
//! `cargo xtask setup` installs.

use std::process::Stdio;

use solveig_testkit::nats_server;

use super::*;
use crate::run::{program, words};

/// A process that is ended when it is dropped.
pub struct Process(pub Child);

impl Drop for Process {
    fn drop(&mut self) {
        // It may be gone already.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

pub fn server(folder: &Path) -> (Process, u16) {
    server_at(folder, "-1")
}

/// A server with its streams in a folder, at a port.
pub fn server_at(folder: &Path, port: &str) -> (Process, u16) {
    let mut command = Command::new("nats-server");
    command.args(["-a", "127.0.0.1", "-p", port, "-js", "-sd"]);
    let (child, port) = nats_server::start(command.arg(folder));
    (Process(child), port)
}

fn wait(process: &mut Process) {
    let status = process.0.wait().unwrap();
    assert!(status.success(), "{status}");
}

#[test]
#[ignore = "needs nats-server"]
fn workers_and_drivers_that_are_killed_in_mid_job_cost_time_and_nothing_else() {
    let folder = TempDir::new().unwrap();
    let (_server, port) = server(&folder.path().join("streams"));
    let path = ledger(&folder);
    init("6x4", "16,10", &path);
    let shown = path.display();
    let url = format!("nats://127.0.0.1:{port}");
    let drive = format!("campaign run {shown} --server {url} --batch-positions 2");
    let work = format!("campaign worker othello:6x4 --server {url} --threads 1 --memory 8MiB");
    let mut driver = Process(start(&drive));
    let _steady = Process(start(&work));
    for further in [5, 60, 20] {
        let victim = Process(start(&work));
        let enough = done(&path).jobs + further;
        wait_until(&path, &mut driver.0, |now| now.jobs >= enough);
        // Dropping it kills it, whatever it is at; then the driver as well.
        drop(victim);
        drop(driver);
        driver = Process(start(&drive));
    }
    wait(&mut driver);
    expect_proved(&path, 16);
}

#[test]
#[ignore = "needs nats-server"]
fn a_worker_stops_on_a_signal_and_says_what_it_did() {
    let folder = TempDir::new().unwrap();
    let (_server, port) = server(&folder.path().join("streams"));
    let path = ledger(&folder);
    init("6x4", "16,10", &path);
    let url = format!("nats://127.0.0.1:{port}");
    let drive = format!(
        "campaign run {} --server {url} --batch-positions 2",
        path.display()
    );
    let mut driver = Process(start(&drive));
    let work =
        format!("--json campaign worker othello:6x4 --server {url} --threads 2 --memory 8MiB");
    let child = start_piped(&work);
    // A worker that has brought something back listens for signals.
    wait_until(&path, &mut driver.0, |now| now.jobs >= 3);
    signal("-TERM", &child);
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    let said: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(said["jobs"].as_u64() >= Some(3), "{said}");
}

#[test]
#[ignore = "needs openssl and nats-server"]
fn a_server_with_a_certificate_is_believed_if_its_authority_is_known() {
    let folder = TempDir::new().unwrap();
    let script = "set -e
        openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 \
            -keyout ca.key -out ca.pem -subj /CN=authority -addext basicConstraints=critical,CA:TRUE
        openssl req -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes \
            -keyout server.key -out server.csr -subj /CN=server
        printf 'subjectAltName=IP:127.0.0.1\nbasicConstraints=CA:FALSE\n' > names
        openssl x509 -req -in server.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 2 \
            -out server.pem -extfile names";
    let output = Command::new("bash")
        .args(["-c", script])
        .current_dir(folder.path())
        .output()
        .unwrap();
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{complaint}");
    let file = |name: &str| folder.path().join(name);
    let mut command = Command::new("nats-server");
    command.args(["-a", "127.0.0.1", "-p", "-1", "-js", "--tls"]);
    for (option, name) in [
        ("-sd", "streams"),
        ("--tlscert", "server.pem"),
        ("--tlskey", "server.key"),
    ] {
        command.arg(option).arg(file(name));
    }
    command.args(["--user", "one", "--pass", "secret"]);
    let (server, port) = nats_server::start(&mut command);
    let _server = Process(server);
    let path = ledger(&folder);
    init("4x4", "9,6", &path);
    let start_with = |arguments: &str, authority: Option<&str>| {
        let mut command = program(arguments);
        let url = format!("tls://one:secret@127.0.0.1:{port}");
        command.env("SOLVEIG_SERVER", url);
        command.stdout(Stdio::null()).stderr(Stdio::piped());
        if let Some(name) = authority {
            command.env("SSL_CERT_FILE", file(name));
        }
        command.spawn().unwrap()
    };
    let drive = format!("campaign run {}", path.display());
    let doubted = start_with(&drive, None).wait_with_output().unwrap();
    let complaint = String::from_utf8_lossy(&doubted.stderr);
    assert!(complaint.contains("cannot connect"), "{complaint}");
    assert!(!complaint.contains("secret"), "{complaint}");
    let work = "campaign worker othello:4x4 --threads 1 --memory 8MiB";
    let _worker = Process(start_with(work, Some("ca.pem")));
    wait(&mut Process(start_with(&drive, Some("ca.pem"))));
    expect_proved(&path, -10);
}

/// Two hosts in small: network namespaces with a cable between them.
struct TwoHosts {
    tag: String,
}

impl TwoHosts {
    fn ip(arguments: &str) {
        let done = Command::new("ip").args(words(arguments)).status();
        assert!(done.unwrap().success(), "ip {arguments}");
    }

    fn new() -> Self {
        let tag = format!("sv{}", std::process::id());
        let hosts = Self { tag };
        let t = &hosts.tag;
        let steps = [
            format!("netns add {t}a"),
            format!("netns add {t}b"),
            format!("link add {t}x netns {t}a type veth peer name {t}y netns {t}b"),
            format!("-n {t}a addr add 10.77.0.1/24 dev {t}x"),
            format!("-n {t}b addr add 10.77.0.2/24 dev {t}y"),
            format!("-n {t}a link set {t}x up"),
            format!("-n {t}b link set {t}y up"),
            format!("-n {t}a link set lo up"),
        ];
        for step in steps {
            Self::ip(&step);
        }
        hosts
    }

    fn command(&self, host: char, program: &str, arguments: &str) -> Command {
        let mut command = Command::new("ip");
        command.args(["netns", "exec", &format!("{}{host}", self.tag), program]);
        command.args(words(arguments));
        command
    }

    fn spawn(&self, host: char, program: &str, arguments: &str) -> Process {
        let mut command = self.command(host, program, arguments);
        command.stdin(Stdio::null()).stdout(Stdio::null());
        Process(command.stderr(Stdio::null()).spawn().unwrap())
    }

    fn cable(&self, state: &str) {
        Self::ip(&format!("-n {0}a link set {0}x {state}", self.tag));
    }
}

impl Drop for TwoHosts {
    fn drop(&mut self) {
        for host in ['a', 'b'] {
            // It may never have been made.
            let name = format!("{}{host}", self.tag);
            let _ = Command::new("ip").args(["netns", "del", &name]).status();
        }
    }
}

#[test]
#[ignore = "needs nats-server and ip and root"]
fn a_network_that_is_cut_between_two_hosts_delays_a_campaign_and_no_more() {
    let hosts = TwoHosts::new();
    let folder = TempDir::new().unwrap();
    let path = ledger(&folder);
    init("6x4", "16,10", &path);
    let streams = folder.path().join("streams");
    let serve = format!("-a 10.77.0.1 -p 4222 -js -sd {}", streams.display());
    let (server, _) = nats_server::start(&mut hosts.command('a', "nats-server", &serve));
    let _server = Process(server);
    let program = env!("CARGO_BIN_EXE_solveig");
    let url = "nats://10.77.0.1:4222";
    let drive = format!(
        "campaign run {} --server {url} --batch-positions 2",
        path.display()
    );
    let mut driver = hosts.spawn('a', program, &drive);
    let work = format!("campaign worker othello:6x4 --server {url} --threads 1 --memory 8MiB");
    let _worker = hosts.spawn('b', program, &work);
    // Until the worker is at work.
    wait_until(&path, &mut driver.0, |now| now.jobs >= 3);
    hosts.cable("down");
    // Longer than the server waits for a worker that is not heard of; SOLVEIG_CUT_SECONDS=60 makes
    // it a minute.
    let seconds = std::env::var("SOLVEIG_CUT_SECONDS").ok();
    let seconds = seconds.and_then(|text| text.parse().ok()).unwrap_or(15);
    sleep(Duration::from_secs(seconds));
    assert!(
        driver.0.try_wait().unwrap().is_none(),
        "it was over without its worker"
    );
    hosts.cable("up");
    wait(&mut driver);
    expect_proved(&path, 16);
}
