/** The floor for downloads: a bare server that pipes files of one folder. */
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import path from 'node:path'
import { pipeline } from 'node:stream'

const folder = process.env.STATIC_FOLDER ?? '.'

const server = createServer((request, response) => {
  if (request.url === '/healthz') return void response.end()
  const file = path.join(folder, path.basename(request.url ?? ''))
  stat(file).then(
    ({ size }) => {
      response.writeHead(200, { 'content-type': 'application/pdf', 'content-length': size })
      pipeline(createReadStream(file), response, () => {})
    },
    () => response.writeHead(404).end(),
  )
})
server.listen(Number(process.env.PORT), '127.0.0.1')
process.on('SIGTERM', () => {
  server.close(() => process.exit(0))
  server.closeAllConnections()
})
