/** What is done in a question, by the measure that it speaks of; `named` says nothing beside a measure that is named. */
export const verbs: Readonly<Record<string, string>> = {
  units:
    'sold | units sold | sell | sells | selling | bought | buy | buys | ordered | purchased | 卖 | 卖出 | 卖了 | 卖得 | 卖过 | 卖的 | 售出 | 卖掉 | 买 | 买了 | 买得 | 买过 | 买的 | 购买 | 购买了',
  revenue:
    'earn | earns | earned | brought in | bring in | brings in | spent | spend | spends | bring | brought | made | make | makes | take in | took in | 赚 | 赚了 | 带来 | 贡献',
  named:
    'cause | caused | causes | collect | collected | collects | generate | generated | generates | produce | produced | produces | achieve | achieved | gain | gained | accumulate | accumulated | contribute | contributed | account for | accounted for | accounts for | won | win | wins | consume | consumed | consumes | burn | burned | use up | used up | save | saved | donate | donated | invest | invested | claim | claimed | deliver | delivers | attract | attracted | grossed | 发 | 发了 | 发放 | 发放了 | 发出 | 拿 | 拿到 | 拿了 | 领 | 领了 | 领取 | 领到 | 产生 | 产生了 | 创造 | 创造了 | 收到 | 获得 | 得到 | 取得 | 实现 | 达到了 | 消耗 | 用掉 | 贡献了',
  amount:
    'raise | raises | raised | bring in | cost | costs | costing | pay | pays | paid | paying | charge | charged | charges | owe | owes | owed | 收 | 收了 | 收取 | 收取了 | 收得 | 花 | 花了 | 花费 | 花掉 | 支出 | 付 | 付了 | 支付 | 支付了 | 消费了',
  goals: 'scored | score | scores',
};
