"use strict";

/** An element with properties and children. */
function element(name, properties, ...children) {
  const node = Object.assign(document.createElement(name), properties);
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

/** Text in which `code` between backticks is code. */
function prose(text) {
  return (text || "").split("`").map((part, at) => (at % 2 ? element("code", { textContent: part }) : part));
}

/** The words for a schema: its name, or what it is made of. */
function kind(schema) {
  if (!schema) return "";
  if (schema.$ref) {
    const name = schema.$ref.split("/").pop();
    return element("a", { href: "#schema-" + name, textContent: name });
  }
  const several = schema.oneOf || schema.anyOf;
  if (several) {
    const kinds = several.flatMap((one, at) => (at ? [" or ", kind(one)] : [kind(one)]));
    return element("span", {}, ...kinds);
  }
  if (schema.enum) return schema.enum.map((one) => JSON.stringify(one)).join(" | ");
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.type === "array") return element("span", {}, "list of ", kind(schema.items) || "values");
  return [schema.type].flat().filter(Boolean).join(" or ");
}

/** The first value that a schema allows, to try a path out with. */
function example(schema, schemas) {
  if (!schema) return null;
  if (schema.default !== undefined) return schema.default;
  if (schema.$ref) return example(schemas[schema.$ref.split("/").pop()], schemas);
  if (schema.enum) return schema.enum[0];
  if (schema.oneOf) return example(schema.oneOf[0], schemas);
  if (schema.const !== undefined) return schema.const;
  if (schema.type === "array") return [example(schema.items, schemas)];
  if (schema.properties) {
    const entries = Object.entries(schema.properties);
    return Object.fromEntries(entries.map(([name, of]) => [name, example(of, schemas)]));
  }
  return { string: "", boolean: false }[schema.type] ?? 0;
}

/** The words a schema allows, if it allows only some. */
function choices(schema, schemas) {
  if (!schema) return null;
  if (schema.$ref) return choices(schemas[schema.$ref.split("/").pop()], schemas);
  if (schema.allOf) return choices(schema.allOf[0], schemas);
  if (schema.enum) return schema.enum;
  if (schema.oneOf && schema.oneOf.every((one) => one.const !== undefined || one.enum)) {
    return schema.oneOf.flatMap((one) => one.enum || [one.const]);
  }
  return null;
}

function field(parameter, games, schemas) {
  const allowed = parameter.name === "game" ? games : choices(parameter.schema, schemas);
  const empty = parameter.required ? [] : [element("option", { value: "", textContent: "" })];
  const options = (allowed || []).map((one) => element("option", { value: one, textContent: one }));
  const input = allowed
    ? element("select", { name: parameter.name }, ...empty, ...options)
    : element("input", { name: parameter.name, autocomplete: "off", spellcheck: false });
  input.dataset.where = parameter.in;
  const about = element("small", {}, ...prose(parameter.description));
  return element("label", {}, parameter.name, input, about);
}

/** The address and the body that a form asks with. */
function request(path, form) {
  const query = new URLSearchParams();
  let address = path;
  let body;
  for (const input of form.elements) {
    if (input.dataset.where === "path") {
      address = address.replace("{" + input.name + "}", encodeURIComponent(input.value));
    } else if (input.dataset.where === "query" && input.value !== "") {
      query.set(input.name, input.value);
    } else if (input.name === "body") {
      body = input.value;
    }
  }
  if ([...query].length) address += "?" + query;
  return { address, body };
}

/** Text as one word of a shell. */
function shellWord(text) {
  return "'" + text.replaceAll("'", "'\\''") + "'";
}

/** The command that asks what a form asks. */
function curl(path, form) {
  const { address, body } = request(path, form);
  const sent = body === undefined ? "" : ` -H 'content-type: application/json' -d ${shellWord(body.replace(/\s+/g, " "))}`;
  return `curl -s ${shellWord(location.origin + address)}${sent}`;
}

async function send(method, path, form, said, shown) {
  const { address, body } = request(path, form);
  const headers = body === undefined ? {} : { "content-type": "application/json" };
  const before = performance.now();
  try {
    const response = await fetch(address, { method: method.toUpperCase(), headers, body });
    const text = await response.text();
    const duration = (performance.now() - before).toFixed(1);
    said.textContent = `${response.status} in ${duration} ms: ${address}`;
    shown.hidden = false;
    shown.textContent = JSON.stringify(JSON.parse(text), null, 2);
  } catch (error) {
    said.textContent = String(error);
  }
}

function operation(method, path, described, games, schemas) {
  const parameters = described.parameters || [];
  const form = element("form", {}, ...parameters.map((one) => field(one, games, schemas)));
  const sent = described.requestBody && described.requestBody.content["application/json"].schema;
  if (sent) {
    const body = example(sent, schemas);
    if ("game" in body) [body.game] = games;
    const value = JSON.stringify(body, null, 2);
    const area = element("textarea", { name: "body", rows: 8, value, spellcheck: false });
    form.append(element("label", {}, element("span", {}, "body: ", kind(sent)), area));
  }
  const command = element("pre", { tabIndex: 0 });
  const showCommand = () => { command.textContent = curl(path, form); };
  form.addEventListener("input", showCommand);
  showCommand();
  const said = element("p", { className: "status" });
  said.setAttribute("role", "status");
  const shown = element("pre", { hidden: true, tabIndex: 0 });
  form.append(element("button", { textContent: "Send" }));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    send(method, path, form, said, shown);
  });
  const rows = Object.entries(described.responses).map(([status, response]) => {
    const content = response.content && response.content["application/json"];
    return element(
      "tr", {},
      element("td", {}, element("code", { textContent: status })),
      element("td", {}, ...prose(response.description)),
      element("td", {}, kind(content && content.schema)),
    );
  });
  const title = element("h3", {}, element("span", { className: "method", textContent: method.toUpperCase() }), path);
  const summary = element("summary", {}, title, element("span", { textContent: described.summary || "" }));
  const about = described.description ? element("p", {}, ...prose(described.description)) : null;
  const answers = element("table", {}, ...rows);
  const inside = element("div", {}, about, element("h4", { textContent: "Try it" }), form, command, said, shown,
    element("h4", { textContent: "Answers" }), answers);
  return element("details", {}, summary, inside);
}

function schema(name, described) {
  const entries = Object.entries(described.properties || {});
  const rows = entries.map(([property, of]) => element(
    "tr", {},
    element("td", {}, element("code", { textContent: property })),
    element("td", {}, kind(of)),
    element("td", {}, ...prose(of.description)),
  ));
  const about = element("p", {}, ...prose(described.description));
  const inside = entries.length ? element("table", {}, ...rows) : element("p", {}, kind(described));
  const summary = element("summary", {}, element("h3", { textContent: name }));
  return element("details", { id: "schema-" + name }, summary, element("div", {}, about, inside));
}

function openNamed() {
  const named = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (named) {
    named.open = true;
    named.scrollIntoView();
  }
}

async function draw() {
  const [document_, served] = await Promise.all(
    ["/v1/openapi.json", "/v1/games"].map(async (path) => (await fetch(path)).json()),
  );
  const games = served.games.map((one) => one.game);
  const schemas = document_.components.schemas;
  document.getElementById("title").textContent = `${document_.info.title} ${document_.info.version}: HTTP API`;
  document.getElementById("about").append(...prose(document_.info.description));
  const main = document.getElementById("paths");
  main.replaceChildren();
  for (const tag of document_.tags) {
    main.append(element("h2", { textContent: tag.name }));
    for (const [path, methods] of Object.entries(document_.paths)) {
      for (const [method, described] of Object.entries(methods)) {
        if ((described.tags || []).includes(tag.name)) {
          main.append(operation(method, path, described, games, schemas));
        }
      }
    }
  }
  const footer = document.getElementById("schemas");
  footer.append(element("h2", { textContent: "Shapes" }));
  footer.append(...Object.entries(schemas).map(([name, described]) => schema(name, described)));
  window.addEventListener("hashchange", openNamed);
  openNamed();
}

draw().catch((error) => {
  document.getElementById("paths").textContent = `The document cannot be shown: ${error}`;
});
