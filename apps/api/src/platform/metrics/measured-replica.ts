import { Gauge } from 'prom-client'
import { REPLICA_STATES, type Replica } from '../database/replica.ts'
import type { Metrics } from './metrics.ts'

/** Exposes the state of the replica, if there is one. */
export const measureReplica = (replica: Replica | undefined, { registry }: Metrics): void => {
  const registers = [registry]
  new Gauge({
    name: 'zelab_replica_state',
    help: '1 for what the read replica is: in_use, behind, silent or foreign',
    labelNames: ['state'],
    registers,
    collect() {
      const found = replica?.state()
      if (found) for (const state of REPLICA_STATES) this.set({ state }, Number(state === found))
    },
  })
  new Gauge({
    name: 'zelab_replica_lag_seconds',
    help: 'What was written so long ago is on the read replica',
    registers,
    collect() {
      this.set(replica?.lagSeconds() ?? 0)
    },
  })
}
