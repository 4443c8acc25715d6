import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { buildPrograms } from '../../apps/api/src/testing/built-program.ts'
import { clusterFaults } from './cluster-faults.ts'
import { areInstalled } from '../../apps/api/src/testing/programs.ts'
import { CLUSTER_PROGRAMS, loopbackAddresses, prepareFiles } from './cluster-files.ts'
import { runOnCluster } from './cluster-rounds.ts'
import { guardFolder } from './processes.ts'

it('renders a configuration without gaps and names a setting that is missing [HA-05]', async () => {
  const { folder, folderOf, render } = await prepareFiles(loopbackAddresses())
  const guard = guardFolder(folder)
  try {
    expect(() => render('1', folderOf('db1'), { REST_PASSWORD: '' })).toThrow('REST_PASSWORD is not set')
    const rendered = execFileSync('cat', ['etcd.yaml', 'patroni.yml', 'pgbackrest.conf'], {
      cwd: folderOf('db1'),
    })
    expect(rendered.toString()).not.toContain('${')
  } finally {
    await guard.end()
  }
})

// A single fault; `npm run test:cluster` runs all and limits the interruption.
it.skipIf(!areInstalled(...CLUSTER_PROGRAMS))(
  'loses, doubles and reveals nothing, signs no user out and needs no restart when the primary of its cluster is killed [HA-01 HA-02]',
  async () => {
    buildPrograms()
    const outcome = await runOnCluster({
      faults: clusterFaults(undefined).filter(({ name }) => name === 'kill-primary'),
      rounds: 1,
      workSeconds: 0,
    })
    expect(outcome.problems, outcome.table).toEqual([])
    // Without work during the fault, the test would prove nothing.
    const acknowledged = outcome.sums.filter(({ fault }) => fault === 'kill-primary')
    for (const action of ['register', 'publish', 'amend', 'withdraw', 'import', 'mail'])
      expect(acknowledged.find((sum) => sum.action === action)?.acknowledged, action).toBeGreaterThan(0)
  },
)
