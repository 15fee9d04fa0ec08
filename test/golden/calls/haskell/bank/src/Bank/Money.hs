module Bank.Money where

newtype Money = Money { cents :: Int } deriving (Eq, Ord)

instance Show Money where
  show m = render (cents m)

render :: Int -> String
render n = show whole ++ "." ++ pad rest
  where (whole, rest) = n `divMod` 100

pad :: Int -> String
pad n | n < 10 = '0' : show n
      | otherwise = show n

zero :: Money
zero = Money 0

plus, minus :: Money -> Money -> Money
plus = lift2 (+)
minus = lift2 (-)

lift2 :: (Int -> Int -> Int) -> Money -> Money -> Money
lift2 f (Money a) (Money b) = Money (f a b)

infixr 5 <+>
(<+>) :: Money -> Money -> Money
a <+> b = a `plus` b
