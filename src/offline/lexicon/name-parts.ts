/** Behind a name these add nothing: vacation_days is vacation. */
export const plainEndings = new Set(
  'id name number no date day at on by total amount value count pct percent percentage mm cm km kg usd eur gbp cny rmb eu c f ms sec hour level score'.split(
    ' ',
  ),
);
export const units = new Set(
  'mm cm km kg m g t ton usd eur gbp cny rmb c f ms pct percent percentage gwh mwh kwh hpa kmh kph mph litre liter l ml minute min hour hr h second sec euro dollar yuan mile metre meter kilometre kilometer gram kilogram'.split(
    ' ',
  ),
);

/** A name without what stands behind it in brackets: 产量(吨) is 产量. */
export const bareName = (name: string): string => name.replace(/\s*[([（【].*$/u, '').trim() || name;

/** What these are of stands before them: the name of a customer is no name of a person who works there. */
export const vagueNames = new Set(
  'name total amount goods item rep mode class grade mark page source person day date'.split(' '),
);
