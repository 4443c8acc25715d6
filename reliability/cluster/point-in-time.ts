import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { runCheck } from '../crash/product-process.ts'
import { runOnServer } from '../../apps/api/src/testing/database-server.ts'
import { CLUSTER, MACHINES, PROGRAM_FOLDER } from './cluster-files.ts'
import { until, type Cluster } from './cluster.ts'

const RESTORED_PORT = 5433

const CONTENT = `select md5(string_agg(p.id || ' ' || p.full_name, ',' order by p.id)) as content from patients p`

const contentOf = async (address: string) =>
  (await runOnServer<{ content: string }>(address, CONTENT))[0]?.content

const untilRestored = (address: string) =>
  until('the restored server is ready', async () => {
    const [row] = await runOnServer<{ recovering: boolean }>(
      address,
      'select pg_is_in_recovery() as recovering',
    )
    return row?.recovering === false
  })

/** Restores the moment before a change with pgBackRest, and compares. Returns the problems. */
export const restorePointInTime = async (
  cluster: Cluster,
  settings: Record<string, string>,
): Promise<string[]> => {
  const primary = await cluster.leader()
  const onPrimary = cluster.asSuperuser(primary)
  await cluster.backUp(primary, 'backup', '--type=full')

  // pgBackRest uses whole seconds: the target must be after the backup.
  await sleep(2000)
  const expected = await contentOf(onPrimary)
  const [moment] = await runOnServer<{ time: string }>(onPrimary, 'select clock_timestamp()::text as time')
  await sleep(1000)
  await runOnServer(onPrimary, `update patients set full_name = 'Overwritten ' || id`)
  // Archives the WAL so far.
  await cluster.backUp(primary, 'check')

  const target = MACHINES.map(({ name }) => name).find((name) => name !== primary) ?? primary
  const folder = path.join(cluster.folderOf(target), 'restored')
  await cluster.backUp(
    target,
    ...[
      'restore',
      `--pg1-path=${folder}`,
      '--type=time',
      `--target=${moment?.time}`,
      '--target-action=promote',
    ],
    '--archive-mode=off',
  )
  const changed = {
    // Patroni passes these two on the command line.
    port: String(RESTORED_PORT),
    listen_addresses: cluster.addressOf(target),
    // Machines of the test have separate folders; the copy refers to those of the primary.
    ssl_cert_file: path.join(cluster.folderOf(target), 'tls/machine.pem'),
    ssl_key_file: path.join(cluster.folderOf(target), 'tls/machine.key'),
    unix_socket_directories: path.join(cluster.folderOf(target), 'sockets'),
    hba_file: path.join(folder, 'pg_hba.conf'),
    ident_file: path.join(folder, 'pg_ident.conf'),
    // The copy has no replicas.
    synchronous_standby_names: '',
  }
  const options = Object.entries(changed).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  cluster.run(target, path.join(PROGRAM_FOLDER, 'postgres'), '-D', folder, ...options)
  const restored = cluster.asOwnerAt(target, RESTORED_PORT)
  await untilRestored(restored)

  const { isWhole, output } = await runCheck({ ...settings, DATABASE_URL: restored, DATABASE_READ_URL: '' })
  return [
    ...(isWhole ? [] : [`the restored ${CLUSTER}: ${output}`]),
    ...((await contentOf(restored)) === expected
      ? []
      : ['the restored records differ from those at the time']),
    ...((await contentOf(onPrimary)) === expected ? ['the mistake changed nothing'] : []),
  ]
}
