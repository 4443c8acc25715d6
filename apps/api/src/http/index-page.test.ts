import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { fillInPage } from './index-page.ts'
import { serveWebApp } from './web-app.ts'

const PAGE = `<!doctype html><html><head>
    <meta name="description" content="Zelab keeps reports." />
    <title>Zelab</title></head>
    <body><div id="root"></div><noscript>Zelab needs JavaScript.</noscript>
    <script src="/assets/Zelab-1.js"></script></body></html>`

const SETTINGS = { productName: 'Zelab', logoAddress: null, defaultPageSize: 10 }

it('puts the name wherever the page says it, and the settings into a meta tag', () => {
  const page = fillInPage(PAGE, { ...SETTINGS, productName: 'Harbour' })
  expect(page).toContain('<title>Harbour</title>')
  expect(page).toContain('content="Harbour keeps reports."')
  expect(page).toContain('<noscript>Harbour needs')
  expect(page).toContain('src="/assets/Zelab-1.js"')
  const meta = /<meta name="zelab-brand" content="([^"]*)"/.exec(page)?.[1] ?? ''
  const unescaped = meta.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
  expect(JSON.parse(unescaped)).toEqual({ ...SETTINGS, productName: 'Harbour' })
})

it('lets no name break out of its place', () => {
  const page = fillInPage(PAGE, { ...SETTINGS, productName: `"></title><script>x</script>'$&$1` })
  expect(page).not.toContain('<script>x')
  expect(page).not.toContain('"></title>')
  expect(page).toContain(
    '<title>&#34;&#62;&#60;/title&#62;&#60;script&#62;x&#60;/script&#62;&#39;$&#38;$1</title>',
  )
})

it('is filled in at every address, never sent as it lies there, and shown without a database', async () => {
  const webRoot = await mkdtemp(path.join(tmpdir(), 'zelab-web-'))
  const app = Fastify()
  let productName: string | undefined
  try {
    await writeFile(path.join(webRoot, 'index.html'), PAGE)
    await writeFile(path.join(webRoot, 'index.html.gz'), gzipSync('packed'))
    await writeFile(path.join(webRoot, 'robots.txt'), 'User-agent: *')
    await serveWebApp(app, webRoot, () =>
      productName ? Promise.resolve({ ...SETTINGS, productName }) : Promise.reject(new Error('no database')),
    )
    const get = (url: string) => app.inject({ url, headers: { 'accept-encoding': 'gzip, br' } })
    expect((await get('/')).body).toContain('<title>Zelab</title>')
    productName = 'Harbour'
    for (const url of ['/', '/index.html', '/user/patients?page=2', '/index.html.gz']) {
      const answer = await get(url)
      expect(answer.statusCode, url).toBe(200)
      expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
      expect(answer.headers['cache-control']).toBe('no-cache')
      expect(answer.body, url).toContain('<title>Harbour</title>')
    }
    productName = undefined
    expect((await get('/')).body).toContain('<title>Harbour</title>')
    expect((await get('/robots.txt')).body).toBe('User-agent: *')
    expect((await get('/assets/gone.js')).statusCode).toBe(404)
  } finally {
    await app.close()
    await rm(webRoot, { recursive: true, force: true })
  }
})
