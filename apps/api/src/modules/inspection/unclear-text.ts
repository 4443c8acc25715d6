import type { PdfInternals } from './pdf-internal-types.ts'

type Widget = PdfInternals['WidgetAnnotation']['prototype']

const FONT_FILES = ['FontFile', 'FontFile2', 'FontFile3']
const INVISIBLE = 3
const BLANK = /^[\s\p{Cc}\p{Cf}]*$/u

const hasValue = ({ data: { fieldValue } }: Widget) =>
  Array.isArray(fieldValue)
    ? fieldValue.length > 0
    : typeof fieldValue === 'string' && fieldValue.trim() !== ''

/**
 * Reports text that viewers may show differently: field values without a stored appearance, and letters in a font
 * that is neither embedded nor standard.
 */
export const watchText = (
  { PartialEvaluator, WidgetAnnotation, ButtonWidgetAnnotation }: PdfInternals,
  onUnclear: () => void,
): void => {
  const watchFields = ({ prototype }: { prototype: Widget }, isUnclear: (field: Widget) => boolean) => {
    const { getOperatorList } = prototype
    prototype.getOperatorList = function (...parameters) {
      if (isUnclear(this)) onUnclear()
      return getOperatorList.apply(this, parameters)
    }
  }
  watchFields(
    WidgetAnnotation,
    (field) =>
      hasValue(field) &&
      field.checkedAppearance === undefined &&
      (field._needAppearances || !field.appearance),
  )
  watchFields(
    ButtonWidgetAnnotation,
    ({ appearance, checkedAppearance, data: { fieldValue, pushButton } }) =>
      !pushButton &&
      !appearance &&
      !checkedAppearance &&
      typeof fieldValue === 'string' &&
      fieldValue !== 'Off',
  )

  const substitutes = new WeakSet<object>()
  const evaluator = PartialEvaluator.prototype
  const { translateFont, handleText } = evaluator
  evaluator.translateFont = async function (parameters) {
    const font = await translateFont.call(this, parameters)
    const { descriptor } = parameters
    if (!font.isType3Font && !FONT_FILES.some((key) => descriptor?.has(key))) substitutes.add(font)
    return font
  }
  evaluator.handleText = function (chars, state) {
    const glyphs = handleText.call(this, chars, state)
    const { font, textRenderingMode } = state
    const isSubstitute = substitutes.has(font)
    if (textRenderingMode === INVISIBLE || !(isSubstitute || font.missingFile)) return glyphs
    if (
      glyphs.some(
        ({ unicode, isSpace, isInFont }) =>
          !isSpace && !BLANK.test(unicode) && (font.missingFile || !isInFont),
      )
    )
      onUnclear()
    return glyphs
  }
}
