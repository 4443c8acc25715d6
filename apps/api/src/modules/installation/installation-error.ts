/** The database, the key and the file storage do not belong together. The message includes the solution. */
export class InstallationError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'InstallationError'
  }
}
