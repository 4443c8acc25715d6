import type { Figures } from './load.ts'
import type { ScenarioResult } from './scenarios.ts'

/** Processor time of Node and of PostgreSQL for each request, in milliseconds. */
export interface Cost {
  node: number
  postgres: number
}

export interface Measured {
  operation: string
  connections: number
  product: Figures
  floor: Figures | null
  /** Requests a second of the product over those of the floor. */
  ratio: number | null
  cost: Cost
  floorCost: Cost | null
}

/** What one run leaves in bench/results. */
export interface BenchResults {
  label: string
  version: string
  secondsEach: number
  rounds: number
  memory: { node: number; postgres: number }
  results: Measured[]
  scenarios: ScenarioResult[]
}
