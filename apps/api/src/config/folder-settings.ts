import { statSync } from 'node:fs'
import path from 'node:path'

export interface FolderConfig {
  root: string | undefined
  pollSeconds: number
  steadySeconds: number
}

export const isFolder = (folder: string): boolean =>
  statSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? false

export const foldersOf = (settings: {
  INBOX_DIR?: string | undefined
  INBOX_POLL_SECONDS: number
  INBOX_STEADY_SECONDS: number
}): FolderConfig => ({
  root: settings.INBOX_DIR && path.resolve(settings.INBOX_DIR),
  pollSeconds: settings.INBOX_POLL_SECONDS,
  steadySeconds: settings.INBOX_STEADY_SECONDS,
})
