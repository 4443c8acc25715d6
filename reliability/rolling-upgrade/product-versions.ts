import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const REPOSITORY = fileURLToPath(new URL('../../', import.meta.url))

export const THIS_VERSION = path.join(REPOSITORY, 'apps/api/dist/server.js')

/**
 * Changes allowed while the current version is running: additions only (docs/how-to-add.md). The running version reads
 * the new table through a trigger at every registration.
 */
const NEXT_MIGRATION = `
alter table patients add column of_the_next_version text not null default 'none';
alter table report_files add column of_the_next_version bigint;
create table next_things (id bigint generated always as identity primary key, patient_id bigint references patients (id));
create index next_patients on patients (of_the_next_version);
create function read_next_things() returns trigger language plpgsql as $$
begin
  perform from next_things where patient_id = new.id;
  return null;
end $$;
create trigger patients_next_things after insert or update on patients
  for each row execute function read_next_things();
`

/** `more` holds further migrations by name. */
export const buildNextVersion = async (
  folder: string,
  more: Record<string, string> = {},
): Promise<string> => {
  const api = path.join(folder, 'apps/api')
  await mkdir(api, { recursive: true })
  await cp(path.dirname(THIS_VERSION), path.join(api, 'dist'), { recursive: true })
  await cp(path.join(REPOSITORY, 'apps/api/migrations'), path.join(api, 'migrations'), { recursive: true })
  const migrations = { '9998-next-version': NEXT_MIGRATION, ...more }
  for (const [name, sql] of Object.entries(migrations))
    await writeFile(path.join(api, `migrations/${name}.sql`), sql)
  await symlink(path.join(REPOSITORY, 'node_modules'), path.join(folder, 'node_modules'))
  await symlink(path.join(REPOSITORY, 'apps/api/node_modules'), path.join(api, 'node_modules'))
  return path.join(api, 'dist/server.js')
}

export interface RunningVersion {
  ready(): Promise<void>
  /** Waits until it ends by itself. Returns the exit code. */
  ended(): Promise<number | null>
  /** SIGTERM, then waits, like systemd. Returns the exit code. */
  stop(): Promise<number | null>
  output(): string
}

export const startVersion = (
  server: string,
  port: number,
  settings: Record<string, string>,
): RunningVersion => {
  const child = spawn(process.execPath, ['--enable-source-maps', server], {
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_ENV: 'production',
      PORT: String(port),
      HOST: '127.0.0.1',
      LOG_LEVEL: 'warn',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => (output = (output + part.toString()).slice(-20_000)))
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  return {
    output: () => output,
    async ready() {
      while (!(await isReady())) {
        if (child.exitCode !== null) throw new Error(`The service ended:\n${output}`)
        await sleep(50)
      }
    },
    async ended() {
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
      return child.exitCode
    },
    async stop() {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGTERM')
        await once(child, 'exit')
      }
      return child.exitCode
    },
  }
}
