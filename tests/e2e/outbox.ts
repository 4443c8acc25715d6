import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect } from '@playwright/test'
import type { ProductServer } from './product-server.ts'

// Several bytes may encode one letter.
const decodeQuotedPrintable = (text: string) => {
  const bytes = text
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}

const mailsTo = (server: ProductServer, email: string) => {
  const folder = path.join(server.dataDir, 'outbox')
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('.eml'))
      .sort()
      .map((name) => readFileSync(path.join(folder, name), 'latin1'))
      .filter((mail) => new RegExp(`^To:.*${email}`, 'im').test(mail))
      .map(decodeQuotedPrintable)
  } catch {
    return []
  }
}

/** Waits for an email to this address and returns the newest, decoded. Without a mail server, emails are files. */
export const newestMailTo = async (server: ProductServer, email: string): Promise<string> => {
  await expect.poll(() => mailsTo(server, email).length, `a mail to ${email}`).toBeGreaterThan(0)
  return mailsTo(server, email).at(-1) ?? ''
}
