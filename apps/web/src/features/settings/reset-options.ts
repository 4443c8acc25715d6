/** For `resetOptions`: newer values from the server never overwrite what is being typed. */
export const KEEP_DIRTY = { keepDirtyValues: true } as const

/** For an explicit `reset`, which would otherwise take over the option above. */
export const DISCARD_DIRTY = { keepDirtyValues: false } as const
