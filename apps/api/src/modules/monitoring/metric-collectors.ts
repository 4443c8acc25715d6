import { Gauge, type Registry } from 'prom-client'

/** A group of gauges that is read on scrape with one call. */
export interface Reading {
  /** Label for the counter of failures. */
  name: string
  gauges: Gauge[]
  /** The values of the gauges, in order. */
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
