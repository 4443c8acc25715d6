import path from 'node:path'
import pg from 'pg'
import { createDiskMarker } from '../../apps/api/src/platform/file-storage/storage-marker.ts'

/** The seed writes no files, and the service would reject an empty folder (ADR 30). */
export const markFiles = async (connectionString: string, dataDir: string): Promise<void> => {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    const { rows } = await client.query<{ id: string }>(
      'insert into installation (storage_marked_at) values (now()) returning id',
    )
    await createDiskMarker(path.join(dataDir, 'files')).write(rows[0]?.id ?? '')
  } finally {
    await client.end()
  }
}
