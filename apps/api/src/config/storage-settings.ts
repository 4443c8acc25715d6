import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { StorageLocation } from '../platform/file-storage/open-storage.ts'

const S3_ADDRESS = /^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](\/.*)?$/

export const isStorageAddress = (address: string): boolean => {
  if (!/^file:./.test(address) && !S3_ADDRESS.test(address)) return false
  try {
    if (address.startsWith('file://')) fileURLToPath(address)
    decodeURIComponent(new URL(address).pathname)
    return true
  } catch {
    return false
  }
}

export const isWithin = (place: string, folder: string): boolean => {
  const relative = path.relative(folder, place)
  return !relative.startsWith('..') && !path.isAbsolute(relative)
}

export const storageLocation = (settings: {
  address: string | undefined
  dataDir: string
  endpoint: string | undefined
  region: string
  isPathStyle: boolean | undefined
  accessKeyId: string | undefined
  secretAccessKey: string | undefined
}): StorageLocation => {
  const { address, endpoint, accessKeyId, secretAccessKey } = settings
  // Uploads are staged on the local disk, even with a bucket.
  const incomingFolder = path.join(settings.dataDir, 'incoming')
  if (!address) return { kind: 'disk', folder: path.join(settings.dataDir, 'files') }
  if (address.startsWith('file://')) return { kind: 'disk', folder: fileURLToPath(address) }
  if (address.startsWith('file:'))
    return { kind: 'disk', folder: path.resolve(address.slice('file:'.length)) }
  const { hostname, pathname } = new URL(address)
  const prefix = decodeURIComponent(pathname).replace(/^\/+|\/+$/g, '')
  return {
    kind: 's3',
    incomingFolder,
    bucket: hostname,
    prefix: prefix && `${prefix}/`,
    endpoint,
    region: settings.region,
    // Few services other than Amazon S3 have a host name per bucket.
    isPathStyle: settings.isPathStyle ?? endpoint !== undefined,
    credentials: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : undefined,
  }
}
