/** The database, the key and the file storage do not belong together; the message says what to do. */
export class InstallationError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'InstallationError'
  }
}
