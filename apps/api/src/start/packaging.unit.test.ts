import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { UPLOAD_LIMIT_MB } from '@zelab/contract'
import { build } from 'esbuild'
import { describe, expect, it } from 'vitest'
import { readConfig } from '../config/config.ts'
import { areInstalled } from '../testing/programs.ts'
import packageFile from '../../package.json' with { type: 'json' }
import contractFile from '../../../../packages/contract/package.json' with { type: 'json' }
import embeddedPostgresFile from '../../../../packages/embedded-postgres/package.json' with { type: 'json' }

const REPOSITORY = path.resolve(import.meta.dirname, '../../../..')
const inRepository = (name: string) => path.join(REPOSITORY, name)
const readText = (name: string) => readFileSync(inRepository(name), 'utf8')

it('builds with the packages of a production installation only [PACK-01]', async () => {
  const { metafile } = await build({
    entryPoints: [path.join(import.meta.dirname, '../server.ts')],
    bundle: true,
    write: false,
    metafile: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    outdir: 'nowhere',
    alias: {
      '@zelab/contract': inRepository('packages/contract/src'),
      '@zelab/embedded-postgres': inRepository('packages/embedded-postgres/src'),
    },
    logLevel: 'silent',
  })
  const packages = new Set(
    Object.values(metafile.inputs)
      .flatMap(({ imports }) => imports)
      .filter(({ external, path: name }) => external && !name.startsWith('node:'))
      .map(({ path: name }) => /^(@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name),
  )
  expect(packages.size).toBeGreaterThan(10)
  const installed = new Set([
    ...Object.keys(packageFile.dependencies),
    ...Object.keys(contractFile.dependencies),
    ...Object.keys(embeddedPostgresFile.dependencies),
    ...builtinModules,
  ])
  expect([...packages].filter((name) => !installed.has(name))).toEqual([])
})

it('proxies pass the largest upload, hide the metrics and overwrite forwarding headers of clients [PACK-02]', () => {
  const nginx = readText('deploy/nginx/locations.conf')
  const caddy = readText('deploy/caddy/Caddyfile')
  const limits = [/client_max_body_size (\d+)m;/.exec(nginx)?.[1], /max_size (\d+)MB/.exec(caddy)?.[1]]
  for (const limit of limits) {
    expect(Number(limit)).toBeGreaterThan(UPLOAD_LIMIT_MB.max)
    expect(Number(limit)).toBeLessThan(UPLOAD_LIMIT_MB.max * 1.2)
  }
  expect(nginx).toMatch(/location = \/metrics \{\s*return 404;/)
  expect(caddy).toMatch(/respond \/metrics 404/)
  expect(nginx).toMatch(/proxy_set_header X-Forwarded-For \$remote_addr;/)
  expect(nginx).toMatch(/proxy_request_buffering off;/)
  expect(nginx).not.toMatch(/non_idempotent/)
  const haproxy = readText('deploy/haproxy/haproxy.cfg')
  expect(haproxy).toMatch(/http-request return status 404 if \{ path,url_dec \/metrics \}/)
  expect(haproxy).toMatch(/http-request set-header X-Forwarded-For %\[src\]/)
  expect(haproxy).toMatch(/http-request disable-l7-retry unless \{ method GET HEAD \}/)
  expect(/log-format (.*)/.exec(haproxy)?.[1]).not.toMatch(/%(HU|HP|HQ|r)\b/)
  expect(readText('deploy/nginx/zelab.conf')).not.toMatch(/log_format[^;]*\$(request|args|request_uri)\b/)
})

it('supervisors wait for running uploads before they kill the service [PACK-03]', () => {
  const uploadsMs = Number(
    /FINISH_WITHIN_MS = ([\d_]+)/
      .exec(readText('apps/api/src/http/connection-closing.ts'))?.[1]
      ?.replaceAll('_', ''),
  )
  expect(uploadsMs).toBeGreaterThan(0)
  // The queue, the pool and the embedded server shut down afterwards.
  const needed = uploadsMs / 1000 + 45
  const unit = readText('deploy/systemd/zelab.service')
  expect(Number(/TimeoutStopSec=(\d+)/.exec(unit)?.[1])).toBeGreaterThanOrEqual(needed + 60)
  const compose = readText('compose.yaml')
  const delay = Number(/STOP_DELAY_SECONDS: '(\d+)'/.exec(compose)?.[1])
  expect(Number(/stop_grace_period: (\d+)s\n {2}env_file/.exec(compose)?.[1])).toBeGreaterThanOrEqual(
    needed + delay,
  )
  expect(unit).toContain('KillMode=mixed')
})

const withDefaults = (value: string): string => {
  const replaced = value.replace(/\$\{\w+:-([^${}]*)\}/g, '$1')
  return replaced === value ? value : withDefaults(replaced)
}

it('validates the example installation, whose processes share their secrets [PACK-02]', () => {
  const compose = readText('compose.yaml')
  const block = /environment: &settings\n((?: {4}.*\n)+)/.exec(compose)?.[1] ?? ''
  const settings = Object.fromEntries(
    [...block.matchAll(/^ {4}([A-Z\d_]+): (.+)$/gm)].map(([, name = '', value = '']) => [
      name,
      withDefaults(value.replace(/^'|'$/g, '')),
    ]),
  )
  const config = readConfig(settings)
  expect(config).toMatchObject({ trustProxy: 1, stopDelaySeconds: 5, storage: { kind: 's3' } })
  expect(config.secretKey).toBeTruthy()
  expect(compose.match(/<<: \*zelab/g)).toHaveLength(2)
  const names = ['SECRET_KEY', 'METRICS_TOKEN', 'ADMIN_PASSWORD', 'S3_SECRET_ACCESS_KEY']
  for (const address of ['APP_URL', 'PUBLIC_URL'])
    for (const name of names)
      expect(() => readConfig({ ...settings, [address]: 'https://reports.example.com' })).toThrow(
        `${name} must be a secret of this installation`,
      )
  expect(() => readConfig({ ...settings, APP_URL: 'http://127.0.0.1:8080' })).not.toThrow()
})

it('takes settings of the example installation from .env, makes backups, and runs images of one version [PACK-06]', () => {
  const compose = readText('compose.yaml')
  expect(compose).toContain('env_file: [{ path: .env, required: false }]')
  // In an address, a password with @ or / would end it early.
  expect(compose).not.toMatch(/:\$\{\w*PASSWORD[^}]*\}@/)
  expect(compose).toMatch(/PGPASSWORD: \$\{DATABASE_PASSWORD:-/)
  expect(compose).toContain('BACKUP_DIR: /backups')
  expect(compose.match(/'backups:\/backups'/g)).toHaveLength(2)
  const images = [...compose.matchAll(/^ {4}image: (.+)$/gm)].map(([, image = '']) => image)
  expect(images).toHaveLength(5)
  for (const image of images) expect(image).toMatch(/:(v?\d+\.\d+\.\d+|\d+\.\d+-alpine|RELEASE\.\S+)/)
})

describe('the proxy programs', () => {
  it.skipIf(!areInstalled('nginx', 'openssl'))('nginx accepts its configuration', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'zelab-nginx-'))
    try {
      execFileSync(
        'openssl',
        [
          'req',
          '-x509',
          '-newkey',
          'rsa:2048',
          '-nodes',
          '-subj',
          '/CN=x',
          '-keyout',
          'privkey.pem',
          '-out',
          'fullchain.pem',
        ],
        { cwd: folder, stdio: 'ignore' },
      )
      const site = readText('deploy/nginx/zelab.conf')
        .replaceAll('/etc/ssl/zelab', folder)
        .replaceAll('/var/log/nginx', folder)
        .replaceAll('/etc/nginx/zelab', inRepository('deploy/nginx'))
        .replaceAll(/listen .*:?(80|443)\b/g, (line) => line.replace(/80$/, '18080').replace(/443$/, '18443'))
      writeFileSync(path.join(folder, 'nginx.conf'), `pid ${folder}/pid;\nevents {}\nhttp {\n${site}\n}\n`)
      execFileSync('nginx', ['-t', '-q', '-e', `${folder}/error.log`, '-c', `${folder}/nginx.conf`], {
        stdio: 'pipe',
      })
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
  it.skipIf(!areInstalled('caddy'))('Caddy accepts its configuration', () => {
    const file = inRepository('deploy/caddy/Caddyfile')
    execFileSync('caddy', ['validate', '--adapter', 'caddyfile', '--config', file], { stdio: 'pipe' })
  })
  it.skipIf(!areInstalled('haproxy'))('HAProxy accepts its configuration', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'zelab-haproxy-'))
    try {
      expect(readText('deploy/haproxy/haproxy.cfg')).toContain(
        'return status 404 if { path,url_dec /metrics }',
      )
      const file = path.join(folder, 'haproxy.cfg')
      writeFileSync(
        file,
        readText('deploy/haproxy/haproxy.cfg')
          .replace(/ssl crt \S+ alpn \S+/, '')
          .replace(':443', ':8443'),
      )
      execFileSync('haproxy', ['-c', '-q', '-f', file], { stdio: 'pipe' })
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
  it('copies only sources that exist into the image', () => {
    const copied = [...readText('Dockerfile').matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(
      ([, files = '']) => files.split(' '),
    )
    expect(copied.length).toBeGreaterThan(4)
    for (const file of copied) expect(existsSync(inRepository(file)), file).toBe(true)
  })
  it('gives the build of the image every document that it renders [PACK-01]', () => {
    const rendered = readText('scripts/build.mjs').match(/(?<=')docs\/[^']+/g) ?? []
    expect(rendered.length).toBeGreaterThan(1)
    const context = readText('.dockerignore').split('\n')
    for (const document of rendered) expect(context).toContain(`!${document}`)
  })
})
