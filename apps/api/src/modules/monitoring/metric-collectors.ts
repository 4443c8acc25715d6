import { Gauge, type Registry } from 'prom-client'

/** A state that is asked for when somebody looks, all of its numbers at once. */
export interface Reading {
  /** For the counter of those that failed. */
  name: string
  gauges: Gauge[]
  /** The values of the gauges, in their order. */
  read(): Promise<number[]>
}

export const createReading = (
  registry: Registry,
  name: string,
  gauges: Record<string, string>,
  read: () => Promise<number[]>,
): Reading => ({
  name,
  gauges: Object.entries(gauges).map(
    ([metric, help]) => new Gauge({ name: metric, help, registers: [registry] }),
  ),
  read,
})
