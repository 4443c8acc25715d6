import { createHash } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'

export interface MigrationFile {
  name: string
  sql: string
  checksum: string
}

const FILE_NAME = /^(\d{4}-[a-z0-9]+(?:-[a-z0-9]+)*)\.sql$/

export async function readMigrationFiles(directory: string): Promise<MigrationFile[]> {
  const fileNames = (await readdir(directory)).filter((fileName) => !fileName.startsWith('.')).sort()
  const files = await Promise.all(fileNames.map((fileName) => readMigrationFile(directory, fileName)))
  files.forEach((file, index) => {
    const before = files[index - 1]
    if (before && before.name.slice(0, 4) === file.name.slice(0, 4)) {
      throw new Error(`The migrations ${before.name} and ${file.name} have the same number.`)
    }
  })
  return files
}

async function readMigrationFile(directory: string, fileName: string): Promise<MigrationFile> {
  const name = FILE_NAME.exec(fileName)?.[1]
  if (!name) throw new Error(`The migration ${fileName} must have a name like 0001-add-patients.sql.`)
  const sql = await readFile(join(directory, fileName), 'utf8')
  // Git may change line endings on checkout.
  const checksum = createHash('sha256').update(sql.replaceAll('\r\n', '\n')).digest('hex')
  return { name, sql, checksum }
}
