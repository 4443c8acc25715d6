import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { serveWebApp, fillInPage } from './web-app.ts'

const PAGE = `<!doctype html><html><head>
    <meta name="description" content="Zelab keeps reports." />
    <title>Zelab</title></head>
    <body><div id="root"></div><noscript>Zelab needs JavaScript.</noscript>
    <script src="/assets/Zelab-1.js"></script></body></html>`

const SETTINGS = {
  productName: 'Zelab',
  logoAddress: null,
  dateOrder: 'dmy',
  defaultPageSize: 10,
  timeZone: 'Asia/Dubai',
} as const

it('inserts the name at every occurrence and the settings as a meta tag', () => {
  const page = fillInPage(PAGE, { ...SETTINGS, productName: 'Harbour' })
  expect(page).toContain('<title>Harbour</title>')
  expect(page).toContain('content="Harbour keeps reports."')
  expect(page).toContain('<noscript>Harbour needs')
  expect(page).toContain('src="/assets/Zelab-1.js"')
  const meta = /<meta name="zelab-brand" content="([^"]*)"/.exec(page)?.[1] ?? ''
  const unescaped = meta.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
  expect(JSON.parse(unescaped)).toEqual({ ...SETTINGS, productName: 'Harbour' })
})

it('escapes the name', () => {
  const page = fillInPage(PAGE, { ...SETTINGS, productName: `"></title><script>x</script>'$&$1` })
  expect(page).not.toContain('<script>x')
  expect(page).not.toContain('"></title>')
  expect(page).toContain(
    '<title>&#34;&#62;&#60;/title&#62;&#60;script&#62;x&#60;/script&#62;&#39;$&#38;$1</title>',
  )
})

it('renders the page at every address of the app, never raw, and without a database [API-OUT-95]', async () => {
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
    for (const url of ['/assets/gone.js', '/fhir', '/fhir/token', '/fhir/R5/metadata'])
      expect((await get(url)).statusCode, url).toBe(404)
    expect((await get('/fhirs')).statusCode).toBe(200)
  } finally {
    await app.close()
    await rm(webRoot, { recursive: true, force: true })
  }
})

it('preloads the files of the page at an address; assets are compressed and immutable', async () => {
  const webRoot = await mkdtemp(path.join(tmpdir(), 'zelab-web-'))
  const app = Fastify()
  const route = (name: string) => `src/routes/${name}.tsx?tsr-split=component`
  const manifest = {
    'index.html': { file: 'assets/first-1.js', isEntry: true, assets: ['assets/inter-1.woff2'] },
    _ui: { file: 'assets/ui-1.js', imports: ['index.html'], css: ['assets/ui-1.css'] },
    [route('index')]: { file: 'assets/landing-1.js', imports: ['index.html'], isDynamicEntry: true },
    [route('_shell')]: { file: 'assets/shell-1.js', imports: ['_ui'], isDynamicEntry: true },
    [route('_shell/user.patients.index')]: { file: 'assets/list-1.js', isDynamicEntry: true },
    [route('_shell/user.patients.view.$patientId')]: { file: 'assets/view-1.js', isDynamicEntry: true },
  }
  try {
    await mkdir(path.join(webRoot, '.vite'))
    await mkdir(path.join(webRoot, 'assets'))
    await writeFile(path.join(webRoot, 'index.html'), PAGE)
    await writeFile(path.join(webRoot, '.vite/manifest.json'), JSON.stringify(manifest))
    await writeFile(path.join(webRoot, 'assets/first-1.js'), 'first')
    await writeFile(path.join(webRoot, 'assets/first-1.js.gz'), gzipSync('first'))
    await writeFile(path.join(webRoot, 'assets/first-1.js.br'), brotliCompressSync('first'))
    await serveWebApp(app, webRoot, () => Promise.resolve(SETTINGS))
    const preloadsAt = async (url: string) =>
      [...(await app.inject(url)).body.matchAll(/<link rel="[a-z]*preload"[^>]* href="([^"]+)">/g)].map(
        ([, address]) => address,
      )
    const font = '/assets/inter-1.woff2'
    const shell = [font, '/assets/shell-1.js', '/assets/ui-1.js']
    expect(await preloadsAt('/')).toEqual([font, '/assets/landing-1.js'])
    expect(await preloadsAt('/user/patients?page=2')).toEqual([
      ...shell,
      '/assets/list-1.js',
      '/assets/ui-1.css',
    ])
    expect(await preloadsAt('/user/patients/view/7')).toEqual([
      ...shell,
      '/assets/view-1.js',
      '/assets/ui-1.css',
    ])
    expect(await preloadsAt('/user/patients/view/7/more')).toEqual([font])

    for (const [coding, accepted] of [
      ['br', 'gzip, deflate, br'],
      ['gzip', 'gzip'],
      [undefined, 'identity'],
    ] as const) {
      const { headers } = await app.inject({
        url: '/assets/first-1.js',
        headers: { 'accept-encoding': accepted },
      })
      expect(headers['content-encoding']).toBe(coding)
      expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
    }
  } finally {
    await app.close()
    await rm(webRoot, { recursive: true, force: true })
  }
})
