import { z } from 'zod'
import { isAddressOrNetwork } from '../platform/address-list.ts'

export const webAddress = z.url({
  protocol: /^https?$/,
  error: 'must be an address like https://reports.example.com',
})

/** Without a path, because page addresses are appended and browsers compare origins. */
export const webOrigin = webAddress.refine(
  (address) => !URL.canParse(address) || new URL(address).href.replace(/\/$/, '') === new URL(address).origin,
  { error: 'must be an address without a path, such as https://reports.example.com' },
)

export const webOrigins = z
  .string()
  .transform((list) =>
    list
      .split(',')
      .map((origin) => origin.trim())
      .filter(Boolean),
  )
  .refine((origins) => origins.every((origin) => webOrigin.safeParse(origin).success), {
    error: 'must be addresses without a path, separated by commas, such as https://reports.example.com',
  })

const MAILBOX = /^(?:[^<>\r\n]*<[^<>\s@]+@[^<>\s@]+>|[^<>\s@]+@[^<>\s@]+)$/

export const mailbox = z
  .string()
  .regex(MAILBOX, { error: 'must be an address like Lab <reports@example.com>' })

export const databaseUrl = z.url({
  protocol: /^postgres(ql)?$/,
  error: 'must be an address like postgresql://user:password@host:5432/zelab',
})

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
  .refine((entries) => !entries.some((entry) => /\/0+$/.test(entry)), {
    error: 'must not be every address: name the networks of the systems that are connected',
  })

export const withoutTrailingSlash = (address: string): string => address.replace(/\/+$/, '')
