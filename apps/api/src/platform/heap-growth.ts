import { setFlagsFromString } from 'node:v8'

/** How much garbage may be added to what is in use before V8 collects everything, in percent of it. */
const GROWTH = 50

/**
 * On a machine with much memory V8 collects everything only when the heap has grown to several times what is in use. Requests
 * that wait for the database leave garbage that its frequent small collections do not find.
 */
export const limitHeapGrowth = (): void => setFlagsFromString(`--heap-growing-percent=${GROWTH}`)
