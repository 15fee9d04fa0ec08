module Shop.Types where

type Sku = String

data Item = Item
  { sku :: Sku
  , price :: Int
  , stock :: !Int
  } deriving (Eq, Show)

data Shape = Circle Double | Square Double

class HasArea a where
  area :: a -> Double
  describe :: a -> String
  describe x = "area " ++ show (area x)

instance HasArea Shape where
  area (Circle r) = circleArea r
  area (Square s) = s * s

newtype Box = Box { unBox :: Shape }

instance HasArea Box where
  area = area . unBox
  describe b = "box " ++ label b

label :: Box -> String
label _ = "b"

circleArea :: Double -> Double
circleArea r = pi * r * r

mkItem :: Sku -> Int -> Item
mkItem s p = Item { sku = s, price = p, stock = defaultStock }

defaultStock :: Int
defaultStock = 1
