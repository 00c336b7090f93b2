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
                let is_known =
                    from.is_none_or(|from| stages.iter().any(|stage| Some(stage.as_str()) == from));
                (!is_known).then_some("a stage that there is not")
            }
            "ARG" => {
                arguments.extend(rest.split('=').next().map(str::to_owned));
                None
            }
            "RUN" => {
                let mut used = rest.split('$').skip(1);
                let is_known = used.all(|rest| {
                    let end = rest.find(|letter: char| !letter.is_ascii_alphanumeric());
                    arguments
                        .iter()
                        .any(|one| *one == rest[..end.unwrap_or(rest.len())])
                });
                (!is_known).then_some("an argument that there is not")
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
        let mut requests = Vec::new();
        for status in ["200 OK", "503 Service Unavailable"] {
            let (mut stream, _) = listener.accept().unwrap();
            let mut request = [0; 100];
            let length = stream.read(&mut request).unwrap();
            requests.push(String::from_utf8_lossy(&request[..length]).into_owned());
            write!(stream, "HTTP/1.1 {status}\r\nContent-Length: 0\r\n\r\n").unwrap();
        }
        requests
    });
    assert!(check(format!("{port}/health")));
    assert!(!check(format!("{port}/v1/ready")));
    let requests = serving.join().unwrap();
    assert!(
        requests[0].starts_with("GET /health HTTP/1.0\r\n"),
        "{requests:?}"
    );
    assert!(
        requests[1].starts_with("GET /v1/ready HTTP/1.0\r\n"),
        "{requests:?}"
    );
    assert!(!check(format!("{port}/health")));
    // Nothing to ask, as where a command answers nobody.
    assert!(check(String::new()));
}

#[cfg(feature = "jetstream")]
mod servers {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::time::Duration;

    use futures_util::StreamExt;
    use solveig_campaign::driver::RunOutcome;
    use solveig_campaign::queue::jetstream::{Access, dispatch, supply};
    use solveig_game::Interval;

    use super::*;
    use crate::field::{Field, config};
    use crate::jetstream::Server;

    const USERS: [(&str, &str); 2] = [("driver", "one"), ("worker", "other")];

    /// A server as in `deploy/nats.conf`.
    fn server() -> Server {
        let [driver, worker] = USERS;
        let text = text("nats.conf")
            .replace("DRIVER_PASSWORD", driver.1)
            .replace("WORKER_PASSWORD", worker.1)
            .replace("http: \"127.0.0.1:8222\"", "")
            .replace("max_file_store: 200GB", "max_file_store: 100MB");
        Server::start_with(|folder| {
            let text = text.replace("/var/lib/nats", folder.to_str().unwrap());
            let file = folder.join("nats.conf");
            std::fs::write(&file, text).unwrap();
            vec!["-c".to_owned(), file.to_str().unwrap().to_owned()]
        })
    }

    fn url(server: &Server, (user, password): (&str, &str)) -> String {
        format!("nats://{user}:{password}@127.0.0.1:{}", server.port)
    }

    #[test]
    #[ignore = "needs nats-server"]
    fn a_worker_has_leave_to_work_and_to_do_nothing_else() {
        const PATIENCE: Duration = Duration::from_secs(2);
        let server = server();
        let field = Field::small();
        let stranger = Access::new(&url(&server, ("driver", "guessed")));
        let refused = dispatch(&stranger, &field.game).err().unwrap().to_string();
        assert!(refused.contains("cannot connect"), "{refused}");
        assert!(!refused.contains("guessed"), "{refused}");

        // A campaign by a driver and two workers with what each may do.
        let [as_driver, as_worker] = USERS.map(|user| Access::new(&url(&server, user)));
        let stop = Arc::new(AtomicBool::new(false));
        let mut driver = dispatch(&as_driver, &field.game).unwrap();
        let workers = ["one", "two"].map(|name| {
            let supply = supply(&as_worker, &field.game, name).unwrap();
            field.worker(name, supply, &stop)
        });
        let mut ledger = field.ledger();
        let outcome = field.drive(&mut ledger, &mut driver, config(), &stop);
        stop.store(true, Ordering::Relaxed);
        for worker in workers {
            worker.join().unwrap().unwrap();
        }
        let value = Interval::exact(field.value());
        assert_eq!(outcome.unwrap(), RunOutcome::Proved(value));

        let runtime = tokio::runtime::Builder::new_multi_thread()
            .enable_all()
            .build()
            .unwrap();
        let [driver, worker] = USERS.map(|user| {
            let inbox = match user.0 {
                "driver" => "_INBOX.driver",
                _ => "_INBOX.workers",
            };
            let options = async_nats::ConnectOptions::new().custom_inbox_prefix(inbox);
            let options = options.user_and_password(user.0.to_owned(), user.1.to_owned());
            let address = format!("nats://127.0.0.1:{}", server.port);
            runtime.block_on(options.connect(address)).unwrap()
        });
        let ask = |client: &async_nats::Client, subject: &str, text: &'static str| {
            let request = client.request(subject.to_owned(), text.into());
            let answer = runtime.block_on(async { tokio::time::timeout(PATIENCE, request).await });
            // A request that its sender may not make gets no answer.
            let answer = answer.ok()?.ok()?;
            Some(String::from_utf8_lossy(&answer.payload).into_owned())
        };
        let (jobs, reports) = (
            "solveig-othello-4x4_main_jobs",
            "solveig-othello-4x4_main_reports",
        );
        let messages = |stream: &str| {
            let info = ask(&driver, &format!("$JS.API.STREAM.INFO.{stream}"), "").unwrap();
            let info: serde_json::Value = serde_json::from_str(&info).unwrap();
            info["state"]["messages"].as_u64().unwrap()
        };
        assert_eq!((messages(jobs), messages(reports)), (0, 0));

        // To make jobs.
        let subject = "solveig.othello-4x4.main.jobs.c0ffee.1";
        assert_eq!(ask(&worker, subject, "{}"), None);
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
        // To take reports, or end them.
        let sent_to = "solveig.othello-4x4.main.reports";
        assert!(ask(&worker, sent_to, "{}").is_some());
        assert_eq!(messages(reports), 1);
        let next = format!("$JS.API.CONSUMER.MSG.NEXT.{reports}.driver");
        assert_eq!(ask(&worker, &next, "1"), None);
        let end = format!("$JS.ACK.{reports}.driver.1.1.1.1.0");
        assert_eq!(ask(&worker, &end, "+ACK"), None);
        assert_eq!((messages(jobs), messages(reports)), (0, 1));
        // To make consumers, or to change that of all workers.
        let config = r#"{"stream_name":"solveig-othello-4x4_main_jobs","config":{"durable_name":"workers","ack_policy":"explicit","max_deliver":1},"action":""}"#;
        for call in [
            "CONSUMER.CREATE",
            "CONSUMER.DURABLE.CREATE",
            "CONSUMER.DELETE",
        ] {
            let subject = format!("$JS.API.{call}.{jobs}.workers");
            assert_eq!(ask(&worker, &subject, config), None, "{subject}");
        }
        // To listen to what the driver is sent, or to all of it.
        for subject in ["_INBOX.driver.>", "_INBOX.>", ">", "solveig.>"] {
            let heard = runtime.block_on(async {
                let mut listening = worker.subscribe(subject).await.unwrap();
                worker.flush().await.unwrap();
                for secret in ["_INBOX.driver.x", "solveig.othello-4x4.main.jobs.a.1"] {
                    driver.publish(secret, "{}".into()).await.unwrap();
                }
                driver.flush().await.unwrap();
                tokio::time::timeout(PATIENCE / 4, listening.next()).await
            });
            assert!(!matches!(heard, Ok(Some(_))), "{subject}: {heard:?}");
        }
    }
}
