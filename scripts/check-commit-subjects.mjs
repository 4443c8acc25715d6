/**
 * `npm run check:commits`: subjects of commits are at most 72 characters long, begin with a capital letter and end
 * without a full stop. Looks at the commits that origin/main does not have, else at the latest 50. A clone without its
 * history is checked as far as it goes, and a copy without Git is not checked.
 */
import { execFileSync } from 'node:child_process'
import { REPOSITORY } from './repository.mjs'

const MAX_LENGTH = 72
const LATEST = 50
/** Older than the rule, and published history is not rewritten. */
const EXCEPTIONS = new Set(['080a1813acbae6286269322042809a9f355ac7d3'])

const git = (...args) =>
  execFileSync('git', args, { cwd: REPOSITORY, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })

const listCommits = (...range) =>
  git('log', '--no-merges', '--format=%H%x09%s', ...range)
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const [hash, ...subject] = line.split('\t')
      return { hash, subject: subject.join('\t') }
    })
    // In a shallow clone Git does not know a merge by its parents.
    .filter(({ hash, subject }) => !EXCEPTIONS.has(hash) && !subject.startsWith('Merge '))

const findCommits = () => {
  try {
    const unpublished = listCommits('origin/main..HEAD')
    if (unpublished.length > 0) return unpublished
  } catch {
    // There is no origin/main.
  }
  try {
    return listCommits(`-${LATEST}`)
  } catch {
    return undefined
  }
}

const problemsOf = (subject) => [
  ...(subject.length > MAX_LENGTH ? [`${subject.length} characters, at most ${MAX_LENGTH}`] : []),
  ...(/^[A-Z]/.test(subject) ? [] : ['begins without a capital letter']),
  ...(subject.endsWith('.') ? ['ends with a full stop'] : []),
]

/** Each rule must notice its own mistake. */
const PLANTED = [`Add ${'x'.repeat(MAX_LENGTH)}`, 'add a test', 'Add a test.']

const commits = findCommits()
const problems = [
  ...PLANTED.filter((subject) => problemsOf(subject).length === 0).map(
    (subject) => `not noticed: ${subject}`,
  ),
  ...(commits ?? []).flatMap(({ hash, subject }) =>
    problemsOf(subject).map((problem) => `${hash.slice(0, 8)} ${subject}: ${problem}`),
  ),
]
for (const problem of problems) console.error(problem)
if (problems.length === 0)
  console.log(
    commits ? `${commits.length} commit subjects are well-formed` : 'There is no Git history to check',
  )
process.exitCode = problems.length > 0 ? 1 : 0
