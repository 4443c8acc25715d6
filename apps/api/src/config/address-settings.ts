import { z } from 'zod'

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
