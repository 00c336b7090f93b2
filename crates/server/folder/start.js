// Runs before the page, and where the page cannot: browsers load no modules from file: addresses.
"use strict";
const FROM_FILE = {
  de: "Browser führen diese Seite nicht direkt aus Dateien aus. Stelle den Ordner mit einem beliebigen Webserver bereit, " +
    "etwa mit „python3 -m http.server“ in diesem Ordner, und öffne http://localhost:8000/.",
  ja: "ブラウザーは、このページをファイルから直接実行できません。このフォルダーで「python3 -m http.server」などの" +
    "ウェブサーバーを起動し、http://localhost:8000/ を開いてください。",
  en: "Browsers do not run this page straight from files. Serve the folder with any web server, for instance " +
    "“python3 -m http.server” in this folder, and open http://localhost:8000/.",
};
if (location.protocol === "file:") {
  const language = navigator.language.slice(0, 2);
  const text = document.createElement("p");
  text.textContent = FROM_FILE[language] ?? FROM_FILE.en;
  document.getElementById("page").append(text);
} else if ("serviceWorker" in navigator) {
  // Where there is none, in private windows for instance, the page works with its network.
  navigator.serviceWorker.register("sw.js").catch(() => undefined);
}
