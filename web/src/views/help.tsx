import type { ComponentChildren } from "preact";
import { Badge } from "../boards/badge.tsx";
import { isFolder } from "../transport/chosen.ts";
import type { Tone } from "../words.ts";
import { Dialog } from "./dialog.tsx";
import { useWords } from "../words/context.ts";
import "./facts.css";
import "./help.css";

/** What the signs, the words and the keys mean. */
export function Help({ onClose }: { onClose: () => void }): ComponentChildren {
  const { help, inFolder, sources, views } = useWords();
  const { badges, commands, keyNames, meanings } = help;
  const shown: [Tone, string, string][] = [
    ["win", "+4", badges.win],
    ["draw", "0", badges.draw],
    ["loss", "\u22124", badges.loss],
    ["unknown", "?", badges.unknown],
  ];
  const keys: [string, string][] = [
    [keyNames.tab, commands.tab],
    [keyNames.arrows, commands.arrows],
    [keyNames.enter, commands.enter],
    [keyNames.digits, commands.digits],
    [keyNames.walk, commands.walk],
    ["u", commands.undo],
    ["r", commands.redo],
    ["n", commands.newGame],
    ["v", commands.values],
    ["h", commands.hint],
    ["f", commands.flip],
    ["?", commands.help],
  ];
  const meaning: [string, string][] = [
    [sources.stored, isFolder() ? inFolder.storedMeaning : meanings.stored],
    [meanings.certificateWord, meanings.certificate],
    [sources.searched, isFolder() ? inFolder.searchedMeaning : meanings.searched],
    [sources.derived, meanings.derived],
    [sources.outside, meanings.outside],
  ];
  return (
    <Dialog title={help.title} onClose={onClose}>
      <h3>{help.onBoard}</h3>
      <ul class="legend">
        {shown.map(([tone, text, described]) => (
          <li key={tone}>
            <svg viewBox="-50 -50 100 100" aria-hidden="true">
              <Badge tone={tone} text={text} isBest={false} />
            </svg>
            <span>{described}</span>
          </li>
        ))}
        <li>
          <svg viewBox="-50 -50 100 100" aria-hidden="true">
            <Badge tone="win" text="+4" isBest={true} />
          </svg>
          <span>{badges.best}</span>
        </li>
      </ul>
      <p class="quiet">{help.forMover}</p>
      <details>
        <summary>{views.evidence}</summary>
        <dl class="facts">
          {meaning.map(([word, described]) => [<dt key={word}>{word}</dt>, <dd key={described}>{described}</dd>])}
        </dl>
      </details>
      <h3>{help.keys}</h3>
      <dl class="facts keys">
        {keys.map(([key, command]) => [
          <dt key={key}>
            <kbd>{key}</kbd>
          </dt>,
          <dd key={command}>{command}</dd>,
        ])}
      </dl>
      <p class="quiet">
        <a href="docs">{help.api}</a>
      </p>
    </Dialog>
  );
}
