import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { Marked } from 'marked'
import { REPOSITORY } from './repository.mjs'

const SOURCE = path.join(REPOSITORY, 'docs/guide')
/** Instructions for developers of other systems. */
const INTEGRATION = path.join(REPOSITORY, 'docs/integration.md')
const OUTPUT = path.join(REPOSITORY, 'apps/web/dist/guide')
const FONT = 'inter-latin-wght-normal.woff2'

const { version: VERSION } = JSON.parse(await readFile(path.join(REPOSITORY, 'package.json'), 'utf8'))

/** `Find a record` → `find-a-record`: the anchor of a heading. */
const anchorOf = (heading) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')

const escapeHtml = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

const toHtml = (markdown) => {
  const headings = []
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }) {
        const id = anchorOf(text)
        if (depth === 2) headings.push({ id, text })
        return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`
      },
      // Links between guide pages point to HTML in one folder here, but to Markdown elsewhere.
      link({ href, tokens }) {
        const address = href.replace(/^(?:guide\/|\.\.\/)/, '').replace(/[.]md(?=#|$)/, '.html')
        return `<a href="${address}">${this.parser.parseInline(tokens)}</a>`
      },
      code({ text }) {
        return `<pre tabindex="0"><code>${escapeHtml(text)}</code></pre>\n`
      },
      image({ href, text }) {
        return `<img src="${href}" alt="${text}" loading="lazy" width="1180" height="760">`
      },
    },
  })
  return { body: marked.parse(markdown), headings }
}

const pageOf = ({ title, body, headings, isIndex }) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${title} · User guide</title>
    <link rel="icon" href="/favicon.svg" type="image/svg+xml">
    <link rel="stylesheet" href="guide.css">
    <script src="/color-scheme.js"></script>
  </head>
  <body>
    <a class="skip" href="#content">Skip to content</a>
    <header>
      <a class="home" href="index.html"${isIndex ? ' aria-current="page"' : ''}>User guide</a>
      <a href="/user/dashboard">Back to work</a>
    </header>
    <div class="columns">
      <nav aria-label="On this page">
        <ul>${headings.map(({ id, text }) => `<li><a href="#${id}">${text}</a></li>`).join('')}</ul>
      </nav>
      <main id="content" tabindex="-1">
${body}      </main>
    </div>
    <footer>Zelab ${VERSION}</footer>
  </body>
</html>
`

/** Renders `docs/guide` and `docs/integration.md` to static pages of the web application, at `/guide/`. */
export const buildGuide = async () => {
  await rm(OUTPUT, { recursive: true, force: true })
  await mkdir(OUTPUT, { recursive: true })
  const guide = (await readdir(SOURCE)).filter((name) => name.endsWith('.md'))
  for (const source of [...guide.map((name) => path.join(SOURCE, name)), INTEGRATION]) {
    const file = path.basename(source)
    const markdown = await readFile(source, 'utf8')
    const title = /^# (.+)$/m.exec(markdown)?.[1] ?? file
    const page = pageOf({ title, isIndex: file === 'index.md', ...toHtml(markdown) })
    await writeFile(path.join(OUTPUT, file.replace(/md$/, 'html')), page)
  }
  await cp(path.join(SOURCE, 'pictures'), path.join(OUTPUT, 'pictures'), { recursive: true })
  await cp(path.join(SOURCE, 'guide.css'), path.join(OUTPUT, 'guide.css'))
  const fonts = path.dirname(
    createRequire(path.join(REPOSITORY, 'apps/web/package.json')).resolve(
      `@fontsource-variable/inter/files/${FONT}`,
    ),
  )
  await cp(path.join(fonts, FONT), path.join(OUTPUT, FONT))
}
