/**
 * Proves that every rule of `.dependency-cruiser.cjs` fires: lays out a small house of the real shape in a
 * temporary folder, plants one violation of each rule in it and compares what is reported with what was planted.
 * The house also holds imports that are allowed, so that a rule which grew too wide is noticed as well.
 */
import { cruise } from 'dependency-cruiser'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'

const configuration = createRequire(import.meta.url)('../.dependency-cruiser.cjs')

const API = 'apps/api/src'
const WEB = 'apps/web/src'
const importOf = (target) => `import { name } from '${target}'\nexport const used = name\n`
const LEAF = 'export const name = 1\n'

const allowed = {
  'packages/contract/src/fields.ts': LEAF,
  'packages/contract/src/index.ts': "export * from './fields.ts'\n",
  'packages/embedded-postgres/src/errors.ts': LEAF,
  'packages/embedded-postgres/src/index.ts': "export { name } from './errors.ts'\n",
  [`${API}/platform/database/database.ts`]: LEAF,
  [`${API}/platform/database/sql-parameters.ts`]: LEAF,
  [`${API}/platform/clock.ts`]: LEAF,
  [`${API}/platform/bucket.ts`]: "export const load = () => import('@aws-sdk/client-s3')\n",
  [`${API}/testing/test-app.ts`]: LEAF,
  [`${API}/modules/labs/labs.repository.ts`]: importOf('../../platform/database/sql-parameters.ts'),
  [`${API}/modules/labs/labs.service.ts`]: importOf('./labs.repository.ts'),
  [`${API}/modules/labs/new-lab.service.ts`]: importOf('../../platform/database/database.ts'),
  [`${API}/modules/labs/labs.routes.ts`]: importOf('./labs.service.ts'),
  [`${API}/modules/labs/labs.test.ts`]: importOf('../../testing/test-app.ts'),
  [`${API}/modules/users/users.service.ts`]: importOf('../labs/labs.service.ts'),
  [`${WEB}/lib/format.ts`]: LEAF,
  [`${WEB}/ui/button.tsx`]: importOf('../lib/format.ts'),
  [`${WEB}/features/labs/lab-form.tsx`]: importOf('../../ui/button.tsx'),
  [`${WEB}/routes/labs.tsx`]: importOf('../features/labs/lab-form.tsx'),
}

/** Rule, the file that breaks it, and what that file imports. */
const planted = [
  ['contract-imports-few-packages', 'packages/contract/src/dates.ts', 'dayjs'],
  [
    'packages-know-no-application',
    'packages/embedded-postgres/src/clock.ts',
    '../../../apps/api/src/platform/clock.ts',
  ],
  ['web-never-imports-api', `${WEB}/lib/clock.ts`, '../../../api/src/platform/clock.ts'],
  ['routes-go-through-services', `${API}/modules/labs/all.routes.ts`, './labs.repository.ts'],
  [
    'only-repositories-touch-the-database',
    `${API}/modules/labs/sql.service.ts`,
    '../../platform/database/sql-parameters.ts',
  ],
  [
    'repositories-are-private-to-their-module',
    `${API}/modules/users/lab.service.ts`,
    '../labs/labs.repository.ts',
  ],
  ['platform-knows-no-module', `${API}/platform/jobs.ts`, '../modules/labs/labs.service.ts'],
  ['features-do-not-import-features', `${WEB}/features/users/user-form.tsx`, '../labs/lab-form.tsx'],
  ['ui-and-lib-know-no-feature', `${WEB}/ui/lab-picker.tsx`, '../features/labs/lab-form.tsx'],
  ['no-cycles', `${API}/platform/cycle.ts`, './cycle.ts'],
  ['no-barrels', `${WEB}/ui/index.ts`, './button.tsx'],
  ['production-code-imports-no-test-code', `${API}/platform/mailer.ts`, '../testing/test-app.ts'],
  ['bucket-client-is-loaded-when-needed', `${API}/platform/storage.ts`, '@aws-sdk/client-s3'],
]

const contentOf = ([rule, , target]) =>
  rule === 'no-barrels' ? `export * from '${target}'\n` : importOf(target)

const writeHouse = (folder) => {
  const files = { ...allowed, ...Object.fromEntries(planted.map((plant) => [plant[1], contentOf(plant)])) }
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(path.join(folder, path.dirname(file)), { recursive: true })
    writeFileSync(path.join(folder, file), content)
  }
}

const violationsIn = async (folder) => {
  const { output } = await cruise(['packages', 'apps'], {
    ...configuration.options,
    baseDir: folder,
    ruleSet: { forbidden: configuration.forbidden },
    validate: true,
  })
  return output.summary.violations.map((violation) => `${violation.rule.name}: ${violation.from}`)
}

const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'import-rules-')))
try {
  writeHouse(folder)
  const found = new Set(await violationsIn(folder))
  const expected = new Set(planted.map(([rule, file]) => `${rule}: ${file}`))
  const problems = [
    ...configuration.forbidden
      .filter(({ name }) => !planted.some(([rule]) => rule === name))
      .map(({ name }) => `no violation is planted for the rule ${name}`),
    ...[...expected].filter((one) => !found.has(one)).map((one) => `not noticed    ${one}`),
    ...[...found].filter((one) => !expected.has(one)).map((one) => `wrongly noticed ${one}`),
  ]
  if (problems.length > 0) {
    console.error(`The import rules do not work as meant:\n${problems.map((one) => `  ${one}`).join('\n')}`)
    process.exitCode = 1
  } else console.log(`${expected.size} import rules fire on a planted violation, and only there`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
