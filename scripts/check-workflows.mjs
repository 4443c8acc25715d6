/**
 * `npm run check:workflows`: finds problems that GitHub reports only after a push. Every file of `.github` is valid
 * YAML; workflows run existing scripts on the supported Node versions with limited permissions and time; every template
 * warns against patient data.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parse } from 'yaml'
import { REPOSITORY } from './repository.mjs'

const read = (file) => readFileSync(path.join(REPOSITORY, file), 'utf8')
const { scripts, engines } = JSON.parse(read('package.json'))
const MINIMUM_NODE = engines.node.replace('>=', '')
const DEVELOPMENT_NODE = read('.nvmrc').trim()
const TEST_GROUPS = new Set([...read('scripts/test.mjs').matchAll(/group: '(\w+)'/g)].map(([, name]) => name))
const PATIENT_DATA = /patient data/

/** The values of `${{ matrix.name }}` in a job. */
const matrixValues = ({ strategy }, name) => {
  const { include = [], ...matrix } = strategy?.matrix ?? {}
  return [...(matrix[name] ?? []), ...include.map((entry) => entry[name])].filter(
    (value) => value !== undefined,
  )
}

/** The text with each value of the last matrix variable it names. */
const variantsOf = (job, text) => {
  const [variable, name] = /\$\{\{ matrix\.(\w+) \}\}/.exec(text) ?? []
  if (!variable) return [text]
  return matrixValues(job, name).flatMap((value) => variantsOf(job, text.replaceAll(variable, value)))
}

const commandProblems = (command) => {
  const problems = []
  for (const [, script] of command.matchAll(/npm (?:run )?([\w:]+)/g))
    if (script !== 'ci' && !scripts[script]) problems.push(`there is no script "${script}"`)
  for (const [, file] of command.matchAll(/(?:bash|node) (\S+)/g))
    if (!existsSync(path.join(REPOSITORY, file))) problems.push(`there is no file ${file}`)
  for (const [, group] of command.matchAll(/--only (\S+)/g))
    if (!TEST_GROUPS.has(group)) problems.push(`npm test has no group "${group}"`)
  return problems
}

const stepProblems = (job, { run, uses }) => [
  ...(run ? variantsOf(job, run).flatMap(commandProblems) : []),
  ...(uses && !/^actions\/[\w-]+@v\d+$/.test(uses)
    ? [`${uses} is not an action of GitHub at a major version`]
    : []),
]

const jobProblems = ([name, job]) => {
  const node = matrixValues(job, 'node')
  return [
    ...job.steps.flatMap((step) => stepProblems(job, step)),
    ...(job['timeout-minutes'] ? [] : ['there is no time limit']),
    ...(node.length === 0 || (node.includes(MINIMUM_NODE) && node.includes(DEVELOPMENT_NODE))
      ? []
      : [`Node ${MINIMUM_NODE} and ${DEVELOPMENT_NODE} are not both tested`]),
  ].map((problem) => `${name}: ${problem}`)
}

const workflowProblems = ({ permissions, jobs }) => [
  ...(JSON.stringify(permissions) === '{"contents":"read"}' ? [] : ['the rights are not limited to reading']),
  ...Object.entries(jobs).flatMap(jobProblems),
]

const problemsOf = (file) => {
  try {
    if (file.endsWith('.md') || file.includes('ISSUE_TEMPLATE/')) {
      const isTemplate = file.endsWith('.md') || Boolean(parse(read(file)).body)
      return isTemplate && !PATIENT_DATA.test(read(file)) ? ['there is no warning against patient data'] : []
    }
    return workflowProblems(parse(read(file)))
  } catch (error) {
    return [error.message]
  }
}

const files = readdirSync(path.join(REPOSITORY, '.github'), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => path.relative(REPOSITORY, path.join(entry.parentPath, entry.name)))
const problems = files.flatMap((file) => problemsOf(file).map((problem) => `${file}: ${problem}`))
for (const problem of problems) console.error(problem)
if (problems.length === 0) console.log(`${files.length} files of .github are valid`)
process.exitCode = problems.length > 0 ? 1 : 0
