// Types of all questions and answers, made from the OpenAPI document crates/api/openapi.json:
//
//   npm run contract      writes engine/src/contract.ts
import { writeFile } from "node:fs/promises";
import { argv } from "node:process";
import { fileURLToPath } from "node:url";
import openapiTS, { astToString } from "openapi-typescript";

export const CONTRACT = fileURLToPath(new URL("../engine/src/contract.ts", import.meta.url));

const HEADER = `/**
 * Made by \`npm run contract\` from the OpenAPI document of the server: do not edit.
 */

`;

const DOCUMENT = new URL("../../crates/api/openapi.json", import.meta.url);

/** The text of engine/src/contract.ts, as the kept document would have it. */
export async function contract() {
  const types = await openapiTS(DOCUMENT, {
    arrayLength: true,
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
  });
  return HEADER + astToString(types);
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  await writeFile(CONTRACT, await contract());
}
