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

#[test]
#[ignore = "needs systemd-analyze"]
fn the_unit_is_one_that_systemd_takes() {
    let folder = tempfile::TempDir::new().unwrap();
    let unit = folder.path().join("solveig-campaign.service");
    let text = std::fs::read_to_string(recipe("solveig-campaign.service")).unwrap();
    // A program that is here in place of the one that is to be installed.
    let program = std::env::current_exe().unwrap();
    let here = text.replace("/usr/local/bin/solveig", program.to_str().unwrap());
    assert_ne!(text, here);
    let verify = |text: &str| {
        std::fs::write(&unit, text).unwrap();
        ask("systemd-analyze", &[Path::new("verify"), &unit])
    };
    let said = String::from_utf8_lossy(&verify(&here).stderr).into_owned();
    assert!(!said.contains("solveig-campaign.service"), "{said}");
    let wrong = verify(&here.replace("RestartSec=30", "RestartSec=soon"));
    let wrong = String::from_utf8_lossy(&wrong.stderr).into_owned();
    assert!(wrong.contains("solveig-campaign.service"), "{wrong}");
}

#[test]
#[ignore = "needs kubernetes-validate"]
fn the_manifest_fits_the_schemas_of_kubernetes() {
    let strict = Path::new("--strict");
    let said = ask("kubernetes-validate", &[strict, &recipe("kubernetes.yaml")]);
    let text = String::from_utf8_lossy(&said.stdout) + String::from_utf8_lossy(&said.stderr);
    assert!(said.status.success(), "{text}");
    assert_eq!(text.matches(" passed for resource ").count(), 4, "{text}");
    assert!(!text.contains("ERROR"), "{text}");
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
    use crate::field::{Field, habits};
    use crate::jetstream::Server;

    /// A server as in `deploy/nats.conf`, with `more` at the end of it.
    fn server(more: impl FnOnce(&Path) -> String) -> Server {
        Server::start_with(|folder| {
            let text = std::fs::read_to_string(recipe("nats.conf")).unwrap();
            let streams = folder.join("streams");
            let text = text
                .replace("/var/lib/nats", streams.to_str().unwrap())
                .replace("$DRIVER_PASSWORD", "aboard")
                .replace("$WORKER_PASSWORD", "ashore");
            let text =
                text.replace("max_file_store: 200GB", "max_file_store: 100MB") + &more(folder);
            let file = folder.join("nats.conf");
            std::fs::write(&file, text).unwrap();
            vec!["-c".to_owned(), file.to_str().unwrap().to_owned()]
        })
    }

    fn access(server: &Server, scheme: &str, who: &str, authority: Option<PathBuf>) -> Access {
        Access {
            server: format!("{scheme}://{who}@127.0.0.1:{}", server.port),
            queue: "main".to_owned(),
            credentials: None,
            authority,
        }
    }

    /// A campaign by a driver and a worker with what each may do.
    fn prove(server: &Server, scheme: &str, authority: Option<&Path>) {
        let field = Field::small();
        let authority = authority.map(Path::to_owned);
        let as_driver = access(server, scheme, "driver:aboard", authority.clone());
        let as_worker = access(server, scheme, "worker:ashore", authority);
        let stop = Arc::new(AtomicBool::new(false));
        let mut driver = dispatch(&as_driver, &field.game).unwrap();
        let supply = supply(&as_worker, &field.game).unwrap();
        let worker = field.worker("one", supply, &stop);
        let mut ledger = field.ledger();
        let outcome = field.drive(&mut ledger, &mut driver, habits(0.1), &stop);
        stop.store(true, Ordering::Relaxed);
        worker.join().unwrap().unwrap();
        let value = Interval::exact(field.value());
        assert_eq!(outcome.unwrap(), RunOutcome::Proved(value));
    }

    #[test]
    #[ignore = "needs nats-server"]
    fn a_worker_has_leave_to_work_and_to_do_nothing_else() {
        const PATIENCE: Duration = Duration::from_secs(2);
        let server = server(|_| String::new());
        let game = Field::small().game;
        for (who, other) in [("worker", "aboard"), ("driver", "ashore")] {
            let stranger = access(&server, "nats", &format!("{who}:{other}"), None);
            let refused = dispatch(&stranger, &game).err().unwrap().to_string();
            assert!(refused.contains("cannot connect"), "{refused}");
            assert!(!refused.contains(other), "{refused}");
        }
        prove(&server, "nats", None);

        let runtime = tokio::runtime::Builder::new_multi_thread()
            .enable_all()
            .build()
            .unwrap();
        let connect = |user: &str, password: &str, inbox: &str| {
            let url = format!("nats://127.0.0.1:{}", server.port);
            let options = async_nats::ConnectOptions::new().custom_inbox_prefix(inbox);
            let options = options.user_and_password(user.to_owned(), password.to_owned());
            runtime.block_on(options.connect(url)).unwrap()
        };
        let driver = connect("driver", "aboard", "_INBOX.driver");
        let worker = connect("worker", "ashore", "_INBOX.workers");
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
        assert!(info(&worker, jobs).is_some_and(|text| text.contains("\"messages\"")));
        assert_eq!((messages(jobs), messages(reports)), (0, 0));

        // To make jobs, by a message or in the driver's name.
        assert_eq!(ask(&worker, "solveig.othello-4x4.main.jobs", "{}"), None);
        // To delete or empty streams, or see what there are.
        for call in ["STREAM.DELETE", "STREAM.PURGE", "STREAM.MSG.GET"] {
            for stream in [jobs, reports] {
                let subject = format!("$JS.API.{call}.{stream}");
                assert_eq!(ask(&worker, &subject, "{\"seq\":1}"), None, "{subject}");
            }
        }
        assert_eq!(ask(&worker, "$JS.API.STREAM.NAMES", ""), None);
        // To take reports, or end them.
        assert!(ask(&worker, "solveig.othello-4x4.main.reports", "{}").is_some());
        assert_eq!(messages(reports), 1);
        let next = format!("$JS.API.CONSUMER.MSG.NEXT.{reports}.driver");
        assert_eq!(ask(&worker, &next, "1"), None);
        let own = format!("$JS.API.CONSUMER.CREATE.{reports}.workers");
        let config = r#"{"stream_name":"solveig-othello-4x4_main_reports","config":{"durable_name":"workers","ack_policy":"explicit"},"action":""}"#;
        let made = ask(&worker, &own, config).unwrap_or_default();
        assert!(made.is_empty() || made.contains("\"error\""), "{made}");
        let end = format!("$JS.ACK.{reports}.driver.1.1.1.1.0");
        assert_eq!(ask(&worker, &end, "+ACK"), None);
        assert_eq!((messages(jobs), messages(reports)), (0, 1));
        // To listen to what the driver is sent, or to all of it.
        for subject in ["_INBOX.driver.>", "_INBOX.>", ">", "solveig.>"] {
            let heard = runtime.block_on(async {
                let mut listening = worker.subscribe(subject).await.unwrap();
                worker.flush().await.unwrap();
                driver
                    .publish("_INBOX.driver.x", "secret".into())
                    .await
                    .unwrap();
                driver
                    .publish("solveig.othello-4x4.main.jobs", "{}".into())
                    .await
                    .unwrap();
                driver.flush().await.unwrap();
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
        let server = server(|_| block);
        let doubted = dispatch(
            &access(&server, "tls", "driver:aboard", None),
            &Field::small().game,
        );
        let doubted = doubted.err().unwrap().to_string();
        assert!(doubted.contains("cannot connect"), "{doubted}");
        prove(&server, "tls", Some(&file("ca.pem")));
    }
}
