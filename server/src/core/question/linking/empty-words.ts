/** Words that name nothing by themselves. */
export function isEmptyWord(word: string): boolean {
  return EMPTY.has(word);
}

const EMPTY = new Set(
  `a an the this that these those some any all every each both either neither no not none only other others another such same own
  i me my mine we our you your he him his she her hers it its they them their theirs one ones
  am is are was were be been being do does did done doing have has had having will would shall should can could may might must
  who whom whose what which when where why how whats wheres whos
  of in on at to for from by with without about into onto upon over under between among through during before after since until
  as than then so if or and but nor because while there here
  s t d ll re ve m isnt arent wasnt werent dont doesnt didnt
  many much more most less least few several lot lots
  also just still yet ever never always now today currently current
  name names named called call known tell give find list show
  up out off down around near
  get got go goes went come comes came make made take took use used say said`.split(/\s+/),
);
