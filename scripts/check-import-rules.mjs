/**
 * Proves that every rule of `.dependency-cruiser.cjs` fires: creates a small tree of the real shape in a temporary
 * folder, plants one violation of each rule and compares the report. The tree also contains allowed imports, so that a
 * rule that is too broad is noticed.
 */
import { cruise } from 'dependency-cruiser'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { findModuleCycles } from './module-cycles.mjs'
import { REPOSITORY } from './repository.mjs'

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
  [`${API}/modules/labs/labs.routes.ts`]: importOf('../../http/serve.ts'),
  [`${API}/core/caller.ts`]: LEAF,
  [`${API}/http/serve.ts`]: importOf('../core/caller.ts'),
  [`${API}/modules/labs/labs.test.ts`]: importOf('../../testing/test-app.ts'),
  [`${API}/modules/users/users.service.ts`]: importOf('../labs/labs.service.ts'),
  [`${WEB}/lib/format.ts`]: LEAF,
  [`${WEB}/ui/button.tsx`]: importOf('../lib/format.ts'),
  [`${WEB}/entities/patient/patient-strip.tsx`]: importOf('../../ui/button.tsx'),
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
  ['only-routes-import-http', `${API}/modules/labs/lab-file.ts`, '../../http/serve.ts'],
  ['http-knows-no-module', `${API}/http/lab-page.ts`, '../modules/labs/labs.service.ts'],
  ['core-knows-no-module', `${API}/core/lab-scope.ts`, '../modules/labs/labs.service.ts'],
  ['platform-knows-nothing-above', `${API}/platform/jobs.ts`, '../modules/labs/labs.service.ts'],
  ['features-do-not-import-features', `${WEB}/features/users/user-form.tsx`, '../labs/lab-form.tsx'],
  [
    'entities-know-no-feature',
    `${WEB}/entities/patient/patient-picker.tsx`,
    '../../features/labs/lab-form.tsx',
  ],
  ['ui-and-lib-know-no-feature', `${WEB}/ui/lab-picker.tsx`, '../features/labs/lab-form.tsx'],
  ['no-cycles', `${API}/platform/cycle.ts`, './cycle.ts'],
  ['no-barrels', `${WEB}/ui/index.ts`, './button.tsx'],
  ['production-code-imports-no-test-code', `${API}/platform/mailer.ts`, '../testing/test-app.ts'],
  ['bucket-client-is-loaded-when-needed', `${API}/platform/storage.ts`, '@aws-sdk/client-s3'],
]

/** Cycles span files: `labs` and `backups` import each other through different ones. */
const cyclic = {
  [`${API}/modules/backups/archive.service.ts`]: LEAF,
  [`${API}/modules/backups/backups.service.ts`]: importOf('../labs/lab-names.service.ts'),
  [`${API}/modules/labs/lab-names.service.ts`]: LEAF,
  [`${API}/modules/labs/lab-archive.service.ts`]: importOf('../backups/archive.service.ts'),
}
const PLANTED_CYCLE = 'backups -> labs -> backups'

const contentOf = ([rule, , target]) =>
  rule === 'no-barrels' ? `export * from '${target}'\n` : importOf(target)

const writeHouse = (folder) => {
  const files = {
    ...allowed,
    ...cyclic,
    ...Object.fromEntries(planted.map((plant) => [plant[1], contentOf(plant)])),
  }
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(path.join(folder, path.dirname(file)), { recursive: true })
    writeFileSync(path.join(folder, file), content)
  }
}

const cruiseFolders = async (folders, baseDir) => {
  const { output } = await cruise(folders, {
    ...configuration.options,
    baseDir,
    ruleSet: { forbidden: configuration.forbidden },
    validate: true,
  })
  return output
}

const violationsIn = ({ summary }) =>
  summary.violations.map((violation) => `${violation.rule.name}: ${violation.from}`)

const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'import-rules-')))
try {
  writeHouse(folder)
  const house = await cruiseFolders(['packages', 'apps'], folder)
  const found = new Set(violationsIn(house))
  const expected = new Set(planted.map(([rule, file]) => `${rule}: ${file}`))
  const problems = [
    ...configuration.forbidden
      .filter(({ name }) => !planted.some(([rule]) => rule === name))
      .map(({ name }) => `no violation is planted for the rule ${name}`),
    ...[...expected].filter((one) => !found.has(one)).map((one) => `not noticed    ${one}`),
    ...[...found].filter((one) => !expected.has(one)).map((one) => `wrongly noticed ${one}`),
    ...(findModuleCycles(house.modules).join() === PLANTED_CYCLE
      ? []
      : [`not noticed    modules in a cycle, ${PLANTED_CYCLE}`]),
  ]
  const real = await cruiseFolders(['apps/api/src/modules'], REPOSITORY)
  for (const cycle of findModuleCycles(real.modules)) problems.push(`modules in a cycle: ${cycle}`)
  if (problems.length > 0) {
    console.error(`The import rules do not work as meant:\n${problems.map((one) => `  ${one}`).join('\n')}`)
    process.exitCode = 1
  } else console.log(`${expected.size} import rules fire on a planted violation, and only there`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
