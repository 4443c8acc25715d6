import { setFlagsFromString } from 'node:v8'

const GROWTH = 50

/** With much memory, V8 collects garbage that survived minor collections only at several times the live data. */
export const limitHeapGrowth = (): void => setFlagsFromString(`--heap-growing-percent=${GROWTH}`)
