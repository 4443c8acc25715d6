import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

export const TEST_VIRUS = 'ZELAB-TEST-VIRUS'

const isListening = async (socket: string) => {
  const connection = connect(socket)
  try {
    await once(connection, 'connect')
    return true
  } catch {
    return false
  } finally {
    connection.destroy()
  }
}

/** Starts a real ClamAV daemon with a single custom signature; nothing is downloaded. */
export const startClamd = async (): Promise<{ url: string; stop(): Promise<void> }> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'zelab-clamd-'))
  await chmod(folder, 0o755)
  const socket = path.join(folder, 'clamd.sock')
  const config = path.join(folder, 'clamd.conf')
  // Signature format: name, any file type, any offset, the text in hexadecimal.
  await writeFile(
    path.join(folder, 'test.ndb'),
    `Zelab.Test.Virus:0:*:${Buffer.from(TEST_VIRUS).toString('hex')}\n`,
  )
  await writeFile(
    config,
    [
      `LocalSocket ${socket}`,
      `DatabaseDirectory ${folder}`,
      `TemporaryDirectory ${folder}`,
      'Foreground yes',
      'StreamMaxLength 1M',
      '',
    ].join('\n'),
  )
  const daemon = spawn('clamd', ['--foreground', `--config-file=${config}`], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [daemon.stdout, daemon.stderr]) stream.on('data', (text) => (output += String(text)))
  const stop = async () => {
    if (daemon.exitCode === null && daemon.kill()) await once(daemon, 'exit')
    await rm(folder, { recursive: true, force: true })
  }
  for (let attempt = 0; attempt < 300; attempt++) {
    if (daemon.exitCode !== null) break
    if (await isListening(socket)) return { url: `unix://${socket}`, stop }
    await wait(100)
  }
  await stop()
  throw new Error(`clamd did not start:\n${output}`)
}
