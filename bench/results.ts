import type { Figures } from './load.ts'
import type { ScenarioResult } from './scenarios.ts'

/** CPU milliseconds of Node and of PostgreSQL per request. */
export interface Cost {
  node: number
  postgres: number
}

export interface Measured {
  operation: string
  connections: number
  product: Figures
  floor: Figures | null
  ratio: number | null
  cost: Cost
  floorCost: Cost | null
}

export interface BenchResults {
  label: string
  version: string
  loadBefore: string
  loadAfter: string
  secondsEach: number
  rounds: number
  memory: { node: number; postgres: number }
  results: Measured[]
  scenarios: ScenarioResult[]
}
