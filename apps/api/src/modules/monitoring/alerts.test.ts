import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { measureProcess } from '../../platform/metrics/metrics.ts'
import { readMetricsPage } from '../../testing/metrics-page.ts'
import { areInstalled } from '../../testing/programs.ts'
import { useTestApp } from '../../testing/test-app.ts'

const REPOSITORY = path.resolve(import.meta.dirname, '../../../../..')
const readText = (name: string) => readFileSync(path.join(REPOSITORY, name), 'utf8')
const rules = readText('deploy/monitoring/alerts.yaml')
const dashboard = readText('deploy/monitoring/dashboard.json')

const app = await useTestApp()
measureProcess(app.metrics)
const page = await app.services.monitoring.page()

it('alerts and the dashboard use only existing metrics [SEE-10]', () => {
  const offered = new Set([...page.matchAll(/^# TYPE (\w+) (\w+)/gm)].map(([, name]) => name))
  for (const [where, text] of Object.entries({ rules, dashboard })) {
    const used = new Set([...text.matchAll(/\b(?:zelab|nodejs|process)_[a-z\d_]+/g)].map(([name]) => name))
    expect(used.size, where).toBeGreaterThan(10)
    const unknown = [...used].filter(
      (name) => !offered.has(name) && !offered.has(name.replace(/_(bucket|count|sum)$/, '')),
    )
    expect(unknown, where).toEqual([])
  }
})

it('operators find each metric on the dashboard, in an alert or in the guide [SEE-10]', () => {
  const offered = [...page.matchAll(/^# TYPE (zelab_\w+)/gm)].map(([, name = '']) => name)
  const known = [rules, dashboard, readText('docs/operations.md')].join()
  expect(offered.length).toBeGreaterThan(30)
  expect(offered.filter((name) => !known.includes(name))).toEqual([])
})

it('alerts use only outcomes that are counted from the start [SEE-10]', () => {
  const { valueOf } = readMetricsPage(page)
  const awaited = [...rules.matchAll(/(zelab_\w+_total)\{[^}]*outcome=~?"([^"]+)"/g)]
  expect(awaited.length).toBeGreaterThan(3)
  for (const [, name = '', outcomes = ''] of awaited)
    for (const outcome of outcomes.split('|'))
      expect(valueOf(name, `outcome="${outcome}"`), `${name} ${outcome}`).toBe(0)
})

it('gives instructions for every alert, and for nothing else [SEE-10]', () => {
  const runbook = readText('docs/operations.md')
  const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name)
  const links = [...rules.matchAll(/runbook_url: docs\/operations\.md#(\w+)/g)].map(([, name]) => name)
  expect(links).toEqual(alerts.map((name) => name.toLowerCase()))
  const headings = [...runbook.matchAll(/^### (Zelab\w+)$/gm)].map(([, name]) => name)
  expect(headings.sort()).toEqual(alerts.sort())
})

it.skipIf(!areInstalled('promtool'))('Prometheus accepts the rules, which fire as intended [SEE-10]', () => {
  const folder = path.join(REPOSITORY, 'deploy/monitoring')
  const check = (...args: string[]) => execFileSync('promtool', args, { cwd: folder, encoding: 'utf8' })
  expect(check('check', 'rules', 'alerts.yaml')).toContain('SUCCESS')
  expect(check('test', 'rules', 'alerts.test.yaml')).toContain('SUCCESS')
})
