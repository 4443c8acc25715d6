/**
 * `npm run check:wording`: words and phrases that docs/writing-style.md replaces do not appear in comments, texts, test
 * titles and documents.
 */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { REPOSITORY } from './repository.mjs'
import { listFiles } from './tracked-files.mjs'

const TEXT_FILE =
  /\.(?:ts|tsx|js|mjs|cjs|css|html|sql|md|yml|yaml|sh|json|conf|service|example)$|(?:^|\/)(?:Dockerfile|Caddyfile)$|^\.ci\//

/** Files that are never checked, each with its reason. */
const EXCEPTIONS = [
  { file: /^docs\/writing-style\.md$/, reason: 'names the words that it replaces' },
  { file: /^scripts\/check-wording\.mjs$/, reason: 'names the words that it looks for' },
  { file: /^apps\/api\/migrations\/00(?:0\d|1[0-5])-/, reason: 'a released migration is never edited' },
  { file: /^apps\/api\/src\/testing\/released-schemas\//, reason: 'schemas as they were released' },
  { file: /(?:^|\/)package-lock\.json$/, reason: 'written by npm' },
  { file: /\.gen\.ts$/, reason: 'generated' },
]

/** Texts in which a word means something else. */
const ALLOWED_TEXTS = [
  { file: 'packages/embedded-postgres/src/server-account.ts', text: "'nobody'", reason: 'a Unix account' },
]

const RULES = [
  { words: 'who(?:m)?ever', instead: 'the caller, the user, anyone who' },
  { words: 'whatever', instead: 'any, all, or the thing itself' },
  { words: 'somebody|anybody', instead: 'a user, someone else' },
  { words: 'nobody', instead: 'no user, no one' },
  { words: 'of (?:its|their) own', instead: 'its, their, a separate' },
  { words: 'as dear as', instead: 'as expensive as' },
  { words: 'what is none', instead: 'invalid values' },
  { words: 'deeds?', instead: 'action' },
  { words: 'strangers?', instead: 'anonymous request, visitor' },
  { words: 'mend(?:s|ed|ing)?', instead: 'fix, repair' },
  { words: '(?:tell(?:s|ing)?|told) of', instead: 'report, notify' },
  { words: 'anew', instead: 'again' },
  { words: 'on record', instead: 'is recorded in the activity log' },
  { words: 'look(?:s|ed|ing)? into', instead: 'inspect' },
  { words: 'with the finger', instead: 'type-ahead' },
  {
    words: 'hold(?:s|ing)? the (?:report|row)s?|held (?:report|patient|lab|user|row|record)s?',
    instead: 'lock',
  },
]

// A phrase may continue on the next line, of a comment as well.
const GAP = String.raw`(?:[ \t]|\r?\n[ \t]*(?:\*|//|#|--)?[ \t]*)+`
const IN_NAMES = ['whoever', 'whatever', 'somebody', 'anybody', 'nobody', 'stranger', 'deed', 'anew']
const capitalized = IN_NAMES.map((word) => word[0].toUpperCase() + word.slice(1)).join('|')
const PATTERNS = [
  ...RULES.map(({ words, instead }) => ({
    pattern: new RegExp(String.raw`\b(?:${words.replaceAll(' ', GAP)})\b`, 'gi'),
    instead,
  })),
  {
    pattern: new RegExp(
      `(?<=[a-z\\d])(?:${capitalized})s?(?![a-z])|\\b(?:${IN_NAMES.join('|')})s?(?=[A-Z])`,
      'g',
    ),
    instead: 'a standard term in the name',
  },
]

const findWords = (text) =>
  PATTERNS.flatMap(({ pattern, instead }) =>
    [...text.matchAll(pattern)].map(({ 0: found, index }) => ({
      line: text.slice(0, index).split('\n').length,
      found: found.replace(/\s+/g, ' '),
      instead,
    })),
  )

/** Each rule must notice its own words, and leave similar ones alone. */
const PLANTED = [
  'Whoever comes',
  'whatever it is',
  'for Somebody',
  'shown to nobody',
  'a thread of its own',
  '// a thread of\n  // their own',
  'as dear as',
  'what is none',
  'the deed',
  'a stranger',
  'mends it',
  'tells of it',
  'was told of',
  'made anew',
  'goes on record',
  'is looked into',
  'with the finger',
  'the held report',
  'isForStrangers',
  'nobodyFound',
]
const ALLOWED = 'amended, recommended, a legal hold, indeed strange, on recorded pages'

const readChecked = (file) =>
  ALLOWED_TEXTS.filter((allowed) => allowed.file === file).reduce(
    (content, { text }) => content.replaceAll(text, ''),
    readFileSync(path.join(REPOSITORY, file), 'utf8'),
  )

const listPlaces = (file) =>
  findWords(readChecked(file)).map(({ line, found, instead }) => `${file}:${line}  "${found}": ${instead}`)

const files = listFiles().filter(
  (file) => TEXT_FILE.test(file) && !EXCEPTIONS.some((exception) => exception.file.test(file)),
)
const problems = [
  ...PLANTED.filter((text) => findWords(text).length === 0).map((text) => `not noticed: ${text}`),
  ...findWords(ALLOWED).map(({ found }) => `wrongly noticed: ${found}`),
  ...files.flatMap(listPlaces),
]
if (problems.length > 0) {
  console.error(`Words that docs/writing-style.md replaces:\n  ${problems.join('\n  ')}`)
  process.exitCode = 1
} else console.log(`${files.length} files follow docs/writing-style.md`)
