import { z } from 'zod'
import { isAddressOrNetwork } from '../platform/address-list.ts'

/** A comma-separated list. */
export const outboundNetworks = z
  .string()
  .transform((text) =>
    text
      .split(',')
      .map((entry) => entry.trim())
      .filter((entry) => entry !== ''),
  )
  .refine((entries) => entries.every(isAddressOrNetwork), {
    error: 'must be addresses and networks like 10.0.0.2, 10.1.0.0/16',
  })
