import { execFile } from "node:child_process";
import { promisify } from "node:util";

const program = process.env.KONTOR_E2E_PROGRAM ?? "bin/kontor";
const house = new URL("../../..", import.meta.url).pathname;

/** Runs an operator's command against the shop that is tested, and gives what it says. */
export async function kontor<T>(...args: string[]): Promise<T> {
  const { stdout } = await promisify(execFile)(program, [...args, "-o", "json"], { cwd: house });
  return JSON.parse(stdout) as T;
}
