// Types of all questions and answers, made from the OpenAPI document of a running server:
//
//   npm run contract -- http://127.0.0.1:8080      writes src/contract.ts
import { writeFile } from "node:fs/promises";
import { argv } from "node:process";
import { fileURLToPath } from "node:url";
import openapiTS, { astToString } from "openapi-typescript";

export const CONTRACT = fileURLToPath(new URL("../src/contract.ts", import.meta.url));

const HEADER = `/**
 * Made by \`npm run contract\` from the OpenAPI document of the server: do not edit.
 */

`;

/** The text of src/contract.ts, as the server at this address would have it. */
export async function contract(url) {
  const types = await openapiTS(new URL("/v1/openapi.json", url), {
    arrayLength: true,
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
  });
  return HEADER + astToString(types);
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  if (argv.length !== 3) {
    console.error("usage: npm run contract -- http://127.0.0.1:8080");
    process.exit(2);
  }
  await writeFile(CONTRACT, await contract(argv[2]));
}
