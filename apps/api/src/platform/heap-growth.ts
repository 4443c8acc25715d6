import { setFlagsFromString } from 'node:v8'

const GROWTH = 50

/**
 * With much memory, V8 runs a full collection only when the heap is several times the live data. Requests that wait for
 * the database leave garbage that minor collections do not free.
 */
export const limitHeapGrowth = (): void => setFlagsFromString(`--heap-growing-percent=${GROWTH}`)
