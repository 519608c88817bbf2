//! A real browser without a window, spoken to over two pipes.
//!
//! The protocol is Chrome's own (DevTools, JSON objects that end in a zero
//! byte), so nothing but the browser has to be installed.

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use serde_json::{Value, json};
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use tempfile::TempDir;

/// Names under which it may be installed.
const NAMES: [&str; 4] = [
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
];

pub(super) struct Chrome {
    child: Child,
    commands: File,
    replies: BufReader<Patient>,
    session: String,
    next: u64,
    /// Which documents are loaded, in the order in which that was told.
    loaded: Vec<Value>,
    /// What the page complained of since it was opened.
    pub(super) complaints: Vec<String>,
    /// What it asked the network or the disk for.
    pub(super) requests: Vec<String>,
    _home: TempDir,
}

/// A pipe that is not read for ever from a browser that says nothing.
struct Patient(File);

impl Read for Patient {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let mut pipe = [PollFd::new(&self.0, PollFlags::IN)];
        let longest = Timespec {
            tv_sec: 300,
            tv_nsec: 0,
        };
        if poll(&mut pipe, Some(&longest))? == 0 {
            return Err(io::Error::other("the browser has said nothing for 300 s"));
        }
        self.0.read(into)
    }
}

impl Chrome {
    pub(super) fn start() -> Self {
        let works = |name: &&&str| {
            let version = Command::new(name).arg("--version").output();
            version.is_ok_and(|output| output.status.success())
        };
        let name = NAMES.iter().find(works).unwrap_or_else(|| {
            panic!("the report is tested in a real browser, and none is installed; on Debian: apt-get install chromium-headless-shell")
        });
        let home = TempDir::new().unwrap();
        let pipes = [home.path().join("in"), home.path().join("out")];
        let made = Command::new("mkfifo").args(&pipes).status().unwrap();
        assert!(made.success());
        // The browser reads commands from descriptor 3 and answers on 4.
        let child = Command::new("sh")
            .args(["-c", "exec 3<\"$1\" 4>\"$2\"; shift 2; exec \"$@\"", "sh"])
            .args(&pipes)
            .arg(name)
            .args([
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--hide-scrollbars",
                "--remote-debugging-pipe",
            ])
            .arg(format!(
                "--user-data-dir={}",
                home.path().join("data").display()
            ))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let commands = fs::OpenOptions::new().write(true).open(&pipes[0]).unwrap();
        let replies = BufReader::new(Patient(File::open(&pipes[1]).unwrap()));
        let mut chrome = Self {
            child,
            commands,
            replies,
            session: String::new(),
            next: 0,
            loaded: Vec::new(),
            complaints: Vec::new(),
            requests: Vec::new(),
            _home: home,
        };
        let target = chrome.call("Target.createTarget", &json!({"url": "about:blank"}));
        let attach = json!({"targetId": target["targetId"], "flatten": true});
        let session = chrome.call("Target.attachToTarget", &attach);
        chrome.session = session["sessionId"].as_str().unwrap().into();
        for domain in ["Page", "Runtime", "Log", "Network"] {
            chrome.call(&format!("{domain}.enable"), &json!({}));
        }
        let enabled = json!({"enabled": true});
        chrome.call("Page.setLifecycleEventsEnabled", &enabled);
        chrome
    }

    /// Opens a file and waits until it is loaded, which may be told before the reply comes.
    pub(super) fn open(&mut self, file: &Path) {
        self.complaints.clear();
        self.requests.clear();
        let url = format!("file://{}", file.display());
        let reply = self.call("Page.navigate", &json!({"url": url}));
        assert!(reply["errorText"].is_null(), "{url}: {reply}");
        while !self.loaded.contains(&reply["loaderId"]) {
            self.read();
        }
    }

    /// The value of an expression in the page.
    #[track_caller]
    pub(super) fn value(&mut self, expression: &str) -> Value {
        let ask = json!({"expression": expression, "returnByValue": true});
        let answer = self.call("Runtime.evaluate", &ask);
        assert!(
            answer["exceptionDetails"].is_null(),
            "{expression}: {answer}"
        );
        answer["result"]["value"].clone()
    }

    /// The text of an expression in the page.
    #[track_caller]
    pub(super) fn text(&mut self, expression: &str) -> String {
        let value = self.value(expression);
        let text = value
            .as_str()
            .unwrap_or_else(|| panic!("{expression}: {value}"));
        text.to_owned()
    }

    /// A real click in the middle of what a selector finds.
    #[track_caller]
    pub(super) fn click(&mut self, selector: &str) {
        let at = self.value(&format!(
            "(() => {{ const node = document.querySelector({selector:?}); node.scrollIntoView({{block: 'center', inline: 'center'}}); const box = node.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; }})()"
        ));
        for kind in ["mousePressed", "mouseReleased"] {
            let event =
                json!({"type": kind, "x": at[0], "y": at[1], "button": "left", "clickCount": 1});
            self.call("Input.dispatchMouseEvent", &event);
        }
    }

    pub(super) fn press(&mut self, key: &str) {
        for kind in ["keyDown", "keyUp"] {
            self.call("Input.dispatchKeyEvent", &json!({"type": kind, "key": key}));
        }
    }

    /// Shows the page as on paper or in the dark.
    pub(super) fn media(&mut self, media: &str, scheme: &str) {
        let features = json!([{"name": "prefers-color-scheme", "value": scheme}]);
        let wanted = json!({"media": media, "features": features});
        self.call("Emulation.setEmulatedMedia", &wanted);
    }

    pub(super) fn width(&mut self, width: u32) {
        let size = json!({"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": false});
        self.call("Emulation.setDeviceMetricsOverride", &size);
    }

    pub(super) fn call(&mut self, method: &str, params: &Value) -> Value {
        self.next += 1;
        let id = self.next;
        let mut command = json!({"id": id, "method": method, "params": params});
        if !self.session.is_empty() {
            command["sessionId"] = json!(self.session);
        }
        let mut bytes = command.to_string().into_bytes();
        bytes.push(0);
        self.commands.write_all(&bytes).unwrap();
        loop {
            let message = self.read();
            if message["id"] == id {
                assert!(message["error"].is_null(), "{method}: {message}");
                return message["result"].clone();
            }
        }
    }

    fn read(&mut self) -> Value {
        let mut bytes = Vec::new();
        let read = self.replies.read_until(0, &mut bytes).unwrap();
        assert!(read > 0, "the browser is gone");
        bytes.pop();
        let message: Value = serde_json::from_slice(&bytes).unwrap();
        let params = &message["params"];
        match message["method"].as_str() {
            Some("Runtime.exceptionThrown" | "Log.entryAdded" | "Runtime.consoleAPICalled") => {
                self.complaints.push(params.to_string());
            }
            Some("Page.lifecycleEvent") if params["name"] == "load" => {
                self.loaded.push(params["loaderId"].clone());
            }
            Some("Network.requestWillBeSent") => {
                self.requests.push(params["request"]["url"].to_string());
            }
            _ => {}
        }
        message
    }
}

impl Drop for Chrome {
    fn drop(&mut self) {
        // Only the browser that was started here.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
