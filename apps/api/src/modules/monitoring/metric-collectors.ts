import { Gauge, type Registry } from 'prom-client'

/** A group of gauges that is read on scrape with one call. */
export interface MetricCollector {
  /** Label for the counter of failures. */
  name: string
  gauges: Gauge[]
  /** The values of the gauges, in order. */
  read(): Promise<number[]>
}

export const createCollector = (
  registry: Registry,
  name: string,
  gauges: Record<string, string>,
  read: () => Promise<number[]>,
): MetricCollector => ({
  name,
  gauges: Object.entries(gauges).map(
    ([metric, help]) => new Gauge({ name: metric, help, registers: [registry] }),
  ),
  read,
})
